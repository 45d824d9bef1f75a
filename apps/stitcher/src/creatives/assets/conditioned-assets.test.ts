import type { Clock } from '@interlude/runtime';
import { createLogger } from '@interlude/runtime';
import { beforeEach, expect, test } from 'vitest';
import { assetLimits } from './asset-limits.ts';
import type { AssetChange, AssetRepository, ClipRequest, ReadyAsset } from './asset-repository.ts';
import { ConditionedAssets } from './conditioned-assets.ts';

const logger = createLogger({ name: 'test', level: 'fatal', stream: process.stderr });
const { signal } = new AbortController();
let nowMs = 0;
const clock: Clock = { now: () => nowMs };
let ready: ReadyAsset[] = [];
let isGivenUp = false;
let isAway = false;
let lookedUp: string[] = [];
let requested: string[] = [];
let notify: (news: AssetChange) => void = () => undefined;
let assets: ConditionedAssets;

const asset = (clipId: string): ReadyAsset => ({
  id: clipId,
  clipId,
  profileHash: 'h',
  hlsUrl: `http://s/${clipId}/master.m3u8`,
  dashUrl: '',
  storageSystemId: '',
  storageKey: `t/ads/${clipId}/`,
});

const request = (clipId: string, tenantId = 't'): ClipRequest => ({
  tenantId,
  clipId,
  hash: 'h',
  profile: {
    manifest: 'hls',
    muxing: 'cmaf',
    pictures: [],
    frameRate: [25, 1],
    audio: [],
    separateAudio: true,
    segmentMs: 4_000,
    iFrames: false,
    loudness: undefined,
  },
  channelId: 'c',
  mediaUrl: 'http://h/a.mp4',
  name: '',
  durationMs: undefined,
  titleType: 'ad',
});

const stateOf = async (clipId: string) => (await assets.find(request(clipId), signal)).state;

beforeEach(async () => {
  [nowMs, ready, isGivenUp, isAway, lookedUp, requested] = [1_000_000, [], false, false, [], []];
  const repository: AssetRepository = {
    findReady: async (_, clips) => {
      lookedUp.push(...clips.map(({ clipId }) => clipId));
      if (isAway) throw new Error('the database is away');
      return ready;
    },
    findByUrl: async () => undefined,
    request: async ({ clipId }) => {
      requested.push(clipId);
      return { state: isGivenUp ? 'failed' : 'encoding' };
    },
    watch: async (onNews) => {
      notify = onNews;
      return () => undefined;
    },
    read: async () => Buffer.alloc(0),
  };
  assets = new ConditionedAssets({
    repository,
    packages: { learn: () => undefined },
    clock,
    logger,
  });
  await assets.start();
});

test('what is known costs no query', async () => {
  ready = [asset('a')];
  expect(await stateOf('a')).toBe('ready');
  expect(await stateOf('a')).toBe('ready');
  expect(await stateOf('b')).toBe('new');
  expect(await stateOf('b')).toBe('new');
  expect(lookedUp).toEqual(['a', 'b']);
  await expect.poll(() => requested).toEqual(['b']);
});

test('news of a ready one is looked up, without asking for a job again', async () => {
  expect(await stateOf('a')).toBe('new');
  expect(await stateOf('b')).toBe('new');
  await assets.stop();
  ready = [asset('a')];
  notify({ tenantId: 'other', kind: 'ready' });
  expect(await stateOf('a')).toBe('new');
  notify({ tenantId: 't', kind: 'ready' });
  expect(await stateOf('a')).toBe('ready');
  expect(await stateOf('b')).toBe('new');
  await assets.stop();
  expect(requested).toEqual(['a', 'b']);
});

test('a job that should have ended is requested again', async () => {
  await stateOf('a');
  await assets.stop();
  nowMs += assetLimits.encodingMs;
  await stateOf('a');
  await assets.stop();
  expect(requested).toEqual(['a', 'a']);
});

test('given up until a job is archived', async () => {
  isGivenUp = true;
  await stateOf('a');
  await assets.stop();
  expect(await stateOf('a')).toBe('failed');
  notify({ tenantId: 't', kind: 'ready' });
  expect(await stateOf('a')).toBe('failed');
  isGivenUp = false;
  notify({ tenantId: 't', kind: 'jobs' });
  expect(await stateOf('a')).toBe('new');
  await assets.stop();
  expect(requested).toEqual(['a', 'a']);
});

test('one that was removed is new; after a gap everything is looked up', async () => {
  ready = [asset('a')];
  await stateOf('a');
  ready = [];
  notify({ tenantId: 't', kind: 'removed' });
  expect(await stateOf('a')).toBe('new');
  ready = [asset('a')];
  notify(undefined);
  expect(await stateOf('a')).toBe('ready');
});

test('ADR 0032 encodings in other profiles are answered until the requested one is ready or they are removed', async () => {
  ready = [
    { ...asset('a'), profileHash: 'before' },
    { ...asset('b'), profileHash: 'before' },
    { ...asset('a'), profileHash: 'dash', hlsUrl: '', dashUrl: 'http://s/a/manifest.mpd' },
  ];
  const othersOf = async (clipId: string) => {
    const found = await assets.find(request(clipId), signal);
    return found.state === 'ready'
      ? 'ready'
      : found.others.map(({ clipId: of, profileHash }) => `${of} ${profileHash}`);
  };
  expect(await othersOf('a')).toEqual(['a before']);
  expect(await othersOf('a')).toEqual(['a before']);
  await assets.stop();
  expect(requested).toEqual(['a']);
  ready = [];
  notify({ tenantId: 't', kind: 'removed' });
  expect(await othersOf('a')).toEqual([]);
  ready = [asset('a')];
  notify({ tenantId: 't', kind: 'ready' });
  expect(await othersOf('a')).toBe('ready');
});

test('without the database what was known is answered, and looked up again soon', async () => {
  ready = [asset('a'), { ...asset('b'), profileHash: 'before' }];
  const othersOfB = async () => {
    const found = await assets.find(request('b'), signal);
    return found.state === 'ready' ? found : found.others.length;
  };
  expect([await stateOf('a'), await othersOfB()]).toEqual(['ready', 1]);
  await assets.stop();
  nowMs += assetLimits.readyMs;
  isAway = true;
  expect([await stateOf('a'), await othersOfB()]).toEqual(['ready', 1]);
  await expect.poll(() => lookedUp).toEqual(['a', 'b', 'a', 'b']);
  expect([await stateOf('a'), await othersOfB()]).toEqual(['ready', 1]);
  expect(lookedUp).toEqual(['a', 'b', 'a', 'b']);
  [isAway, ready] = [false, []];
  nowMs += assetLimits.impossibleMs;
  await stateOf('a');
  await expect.poll(() => stateOf('a')).toBe('new');
});

test('one that is removed while it is looked up is looked up again', async () => {
  ready = [asset('a')];
  const finding = stateOf('a');
  notify({ tenantId: 't', kind: 'removed' });
  expect(await finding).toBe('ready');
  ready = [];
  expect(await stateOf('a')).toBe('new');
});

test('tenants have their own', async () => {
  ready = [asset('a')];
  await stateOf('a');
  ready = [];
  expect((await assets.find(request('a', 'other'), signal)).state).toBe('new');
});
