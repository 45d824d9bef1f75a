import { type SpliceSkip, spliceSkips } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { SideReading, SpliceReader, SpliceSideBytes } from '@interlude/media-engine';
import { afterEach, expect, test } from 'vitest';
import type { Fault } from '../testing/simulated-platform.suite.ts';
import { minute, stopWatching, type WatchedPart, watch } from '../testing/watched-channel.suite.ts';
import { SpliceTurns } from './splice-turns.ts';
import type { SpliceParts } from './watch-splices.ts';

afterEach(stopWatching);

const thumbnail = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const usual: SideReading = {
  picture: { seconds: 2, blackSeconds: 0, frozenSeconds: 0, startSeconds: 1 },
  sound: {
    ...{ seconds: 2, silentSeconds: 0, silentAtStart: 0, silentAtEnd: 0 },
    ...{ loudness: -23, startSeconds: 1 },
  },
  thumbnail,
};

type Decode = (side: SpliceSideBytes) => SideReading;

interface Decoded {
  readonly parts: SpliceParts;
  readonly outcomes: string[];
  readonly read: string[][];
}

/** @param decode what is seen in the bytes of a side; `cpuMs` of each splice */
function decoder(decode: Decode = () => usual, cpuMs = 50): Decoded {
  const outcomes: string[] = [];
  const read: string[][] = [];
  const reader: SpliceReader = {
    version: 'test',
    read: async (sides) => {
      read.push(sides.map(({ video, end }) => `${end} ${Buffer.from(video ?? []).toString()}`));
      return { sides: sides.map(decode), cpuMs };
    },
  };
  const parts: SpliceParts = {
    findReader: async () => reader,
    turns: new SpliceTurns(),
    done: (outcome: SpliceSkip | 'read') => void outcomes.push(outcome),
  };
  return { parts, outcomes, read };
}

/** Segments have their names as bytes. */
const media: Fault = {
  answer: ({ pathname }) =>
    pathname.endsWith('.ts') ? { status: 200, text: pathname.slice(1) } : undefined,
};

function watched(part: WatchedPart = {}, fault: Fault = media) {
  const channel = watch(part);
  channel.platform.fault = fault;
  return channel;
}

const mediaRequests = (requested: readonly URL[]) =>
  requested.filter(({ pathname }) => pathname.endsWith('.ts'));

test('each splice of a break is decoded on both sides, with what the session was given there', async () => {
  const { parts, outcomes, read } = decoder();
  const { time, watcher, found } = watched({ splices: parts });
  await time.pass(3 * minute);
  expect(new Set(outcomes)).toEqual(new Set(['read']));
  expect(found()).toEqual([]);
  const { splices = [] } = watcher.take().flush;
  expect(splices.length).toBe(outcomes.length);
  const [into] = splices.filter(({ before }) => before.kind === 'content');
  expect(into).toMatchObject({
    ...{ skipped: null, reason: '', rules: [], cpuMs: 50 },
    before: { kind: 'content', ad: '', problem: '', seconds: 2, hasThumbnail: true },
    after: { kind: 'ad', ad: 'c0', loudness: -23, offsetMs: 0, hasThumbnail: true },
    pictures: { before: thumbnail, after: thumbnail },
  });
  const kinds = splices.slice(-3).map(({ before, after }) => [before.ad, after.ad]);
  expect(kinds).toContainEqual(['c0', 'c1']);
  // Of the smaller rendition, the end of one segment and the beginning of the next one.
  for (const [before = '', after = ''] of read) {
    expect([before, after].map((text) => text.split(' ')[0])).toEqual(['last', 'first']);
    expect(`${before} ${after}`).toMatch(/v1\D.*v1\D/);
  }
});

test('a channel without decodeSplices loads and decodes nothing', async () => {
  const { parts, outcomes, read } = decoder();
  const { time, watcher, platform } = watched({ splices: parts, decodeSplices: false });
  await time.pass(3 * minute);
  expect([outcomes, read]).toEqual([[], []]);
  expect(watcher.take().flush.splices).toEqual([]);
  const loaded = mediaRequests(platform.requested).filter(({ host }) => host === 'origin.test');
  expect(loaded).toEqual([]);
});

test('a creative that is black opens a finding at its second look, of the creative, and stays open over breaks', async () => {
  const black: Decode = ({ video }) =>
    /\.0\//.test(Buffer.from(video ?? []).toString())
      ? { ...usual, picture: { seconds: 2, blackSeconds: 2, frozenSeconds: 2, startSeconds: 1 } }
      : usual;
  const { parts } = decoder(black);
  const { time, watcher, found } = watched({ splices: parts });
  await time.pass(3 * minute);
  expect(found()).toEqual(['T17 creative']);
  const [open] = watcher.report.open;
  expect(open).toMatchObject({
    ...{ cause: 'creative c0', severity: 'warning', lane: 'output', closedAt: null },
    detail: 'the picture of ad c0 is black for 2.0 s',
  });
  const { splices = [] } = watcher.take().flush;
  expect(new Set(splices.flatMap(({ rules }) => rules))).toEqual(new Set(['T17']));
  for (const { before, after } of splices)
    for (const { ad, rules } of [before, after]) expect(rules).toEqual(ad === 'c0' ? ['T17'] : []);
});

test('an ad that is louder than its programme is found when the programme is known', async () => {
  const loud: Decode = ({ video }) =>
    /^ad|\/ad\//.test(Buffer.from(video ?? []).toString())
      ? { ...usual, sound: usual.sound && { ...usual.sound, loudness: -12 } }
      : usual;
  const { parts } = decoder(loud);
  const { time, found } = watched({ splices: parts });
  await time.pass(8 * minute);
  expect(found()).toEqual(['T21 creative', 'T21 creative']);
});

test('SEC-S126 splices beyond 5 % of a core are left out, counted, and say so', async () => {
  const { parts, outcomes } = decoder(() => usual, 9_000);
  const { time, watcher } = watched({ splices: parts });
  await time.pass(5 * minute);
  const skipped = outcomes.filter((outcome) => outcome === 'BUDGET').length;
  expect(skipped).toBeGreaterThan(3);
  const reasons = watcher.take().flush.splices?.filter((one) => one.skipped === 'BUDGET') ?? [];
  expect(reasons.length).toBe(skipped);
  expect(reasons[0]).toMatchObject({
    reason: 'The sampling budget of the channel, 5 % of a core, was used up.',
    before: { hasThumbnail: false },
  });
});

test('encrypted segments are not loaded, and the operator sees why; the clear side is decoded', async () => {
  const encrypted: Fault = {
    ...media,
    change: (text, { host, pathname }) =>
      host !== 'origin.test' && pathname.endsWith('.m3u8')
        ? text
            .replaceAll(/(#EXTINF:.*\nhttps:)/g, '#EXT-X-KEY:METHOD=AES-128,URI="k"\n$1')
            .replaceAll(/(#EXTINF:.*\nad\/)/g, '#EXT-X-KEY:METHOD=NONE\n$1')
        : text,
  };
  const { parts, outcomes } = decoder();
  const { time, watcher } = watched({ splices: parts }, encrypted);
  await time.pass(2 * minute);
  expect(new Set(outcomes)).toEqual(new Set(['read']));
  const [into] = (watcher.take().flush.splices ?? []).filter(
    ({ before }) => before.kind === 'content',
  );
  expect(into).toMatchObject({
    before: {
      ...{ problem: 'The segments are encrypted, and the monitor has no keys.', seconds: 0 },
    },
    after: { problem: '', hasThumbnail: true },
  });
});

test.each([
  [
    'the segments cannot be loaded',
    { answer: ({ pathname }: URL) => (pathname.endsWith('.ts') ? { status: 404 } : undefined) },
    'NOT_LOADED',
  ],
  ['the machine has no engine', media, 'NO_ENGINE'],
  ['the decoder is ended', media, 'FAILED'],
] as const)(
  'SEC-S126 where %s the splice is left out with its reason, and the channel is watched on',
  async (_name, fault, skip) => {
    const { parts, outcomes } = decoder();
    const failing: SpliceReader = {
      version: 'test',
      read: async () => {
        throw domainError('ENCODE_FAILED', {
          engine: 'node-av',
          reason: 'it was ended by SIGKILL',
        });
      },
    };
    const readers = { NO_ENGINE: undefined, FAILED: failing };
    const findReader = skip === 'NOT_LOADED' ? parts.findReader : async () => readers[skip];
    const { time, watcher } = watched({ splices: { ...parts, findReader } }, fault);
    await time.pass(2 * minute);
    expect(new Set(outcomes)).toEqual(new Set([skip]));
    expect(watcher.report.open.map(({ rule }) => rule)).not.toContain('T22');
    const [left] = watcher.take().flush.splices ?? [];
    expect(left).toMatchObject({
      skipped: skip,
      reason: expect.stringContaining(spliceSkips[skip]),
    });
  },
);

test('the splices of DASH are found at its Periods', async () => {
  const { parts, outcomes } = decoder();
  const anything: Fault = {
    answer: ({ pathname }) =>
      /\.(?:m4s|mp4|ts)$/.test(pathname) ? { status: 200, text: pathname } : undefined,
  };
  const { time, watcher } = watched({ splices: parts, protocol: 'dash' }, anything);
  await time.pass(3 * minute);
  expect(outcomes.length).toBeGreaterThan(3);
  expect(new Set(outcomes)).toEqual(new Set(['read']));
  const kinds = (watcher.take().flush.splices ?? []).map(
    ({ before, after }) => `${before.kind} ${after.kind}`,
  );
  expect(new Set(kinds)).toEqual(new Set(['content ad', 'ad ad', 'ad content']));
});
