import { createLogger, systemClock } from '@interlude/runtime';
import { expect, test } from 'vitest';
import type { ClipRequest, ReadyAsset } from './asset-repository.ts';
import type { ClipState } from './conditioned-assets.ts';
import type { HashedProfile } from './hashed-profile.ts';
import { SlateAssets } from './slate-assets.ts';

const logger = createLogger({ name: 'test', level: 'fatal', stream: process.stderr });
const signal = new AbortController().signal;
const channel = { id: 'c', tenantId: 't' };
const profile: HashedProfile = {
  hash: 'now',
  profile: {
    manifest: 'dash',
    muxing: 'cmaf',
    pictures: [],
    frameRate: [25, 1],
    audio: [],
    separateAudio: true,
    segmentMs: 4_000,
    iFrames: false,
    loudness: undefined,
  },
};

const asset = (name: string, change: Partial<ReadyAsset> = {}): ReadyAsset => ({
  id: name,
  clipId: 'slate-title',
  profileHash: name,
  hlsUrl: `http://s/media/local/${name}/master.m3u8`,
  dashUrl: `http://s/media/local/${name}/manifest.mpd`,
  storageSystemId: '',
  storageKey: `t/ads/${name}/`,
  ...change,
});

function slates(named: ReadyAsset | undefined, state: ClipState) {
  const requested: ClipRequest[] = [];
  const found = new SlateAssets({
    repository: { findByUrl: async (_, url) => (url === named?.hlsUrl ? named : undefined) },
    assets: {
      find: async (request) => {
        requested.push(request);
        return state;
      },
    },
    packages: { learn: () => undefined },
    clock: systemClock,
    logger,
  });
  return {
    requested,
    resolve: (url: string, manifestType: 'hls' | 'dash', own = profile) =>
      found.resolve({ channel, url, profile: own, manifestType }, signal),
  };
}

test('SLATE-010 an asset plays in the conditioning profile and protocol of the channel, whatever its address says', async () => {
  const named = asset('before');
  const { requested, resolve } = slates(named, { state: 'ready', asset: asset('now') });
  expect((await resolve(named.hlsUrl, 'dash'))[0]).toBe(asset('now').dashUrl);
  expect((await resolve(named.hlsUrl, 'hls'))[0]).toBe(asset('now').hlsUrl);
  expect(requested[0]).toMatchObject({
    clipId: 'slate-title',
    titleType: 'ad-slate',
    hash: 'now',
    tenantId: 't',
    mediaUrl: undefined,
  });
});

test('while it is encoded for the channel, the asset at its address plays in the other protocol', async () => {
  const named = asset('before');
  const { resolve } = slates(named, { state: 'new', others: [] });
  expect(await resolve(named.hlsUrl, 'dash')).toEqual([named.dashUrl]);
});

test('ADR 0032 after a change of the profile its other encodings may play, newest first, then the one at the address', async () => {
  const [named, later] = [asset('named'), asset('later')];
  const { resolve } = slates(named, { state: 'new', others: [later, named] });
  expect(await resolve(named.hlsUrl, 'hls')).toEqual([later.hlsUrl, named.hlsUrl]);
});

test('without an asset in the channel’s protocol the address stays as it is', async () => {
  const named = asset('before', { dashUrl: '' });
  const { resolve } = slates(named, { state: 'failed', others: [] });
  expect(await resolve(named.hlsUrl, 'dash')).toEqual([named.hlsUrl]);
});

test('any other address is used unchanged, without a look-up of an asset', async () => {
  const { requested, resolve } = slates(undefined, { state: 'new', others: [] });
  expect(await resolve('https://cdn.example/slate.m3u8', 'hls')).toEqual([
    'https://cdn.example/slate.m3u8',
  ]);
  expect(requested).toEqual([]);
});

test('without the database the address is taken as it is', async () => {
  const broken = new SlateAssets({
    repository: { findByUrl: () => Promise.reject(new Error('away')) },
    assets: { find: async () => ({ state: 'new', others: [] }) },
    packages: { learn: () => undefined },
    clock: systemClock,
    logger,
  });
  const url = 'https://cdn.example/slate.m3u8';
  expect(await broken.resolve({ channel, url, profile, manifestType: 'hls' }, signal)).toEqual([
    url,
  ]);
});
