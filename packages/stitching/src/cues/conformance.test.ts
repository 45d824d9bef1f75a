import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { segmentationConfiguration } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { NO_BREAKS } from '../breaks/ad-break.ts';
import { trackBreaks } from '../breaks/break-tracker.ts';
import { extendWindow, segmentTimes } from '../source/extend-window.ts';
import { windowEdgeMs } from '../source/source-window.ts';
import { findHlsCues } from './hls-cues.ts';

const root = join(import.meta.dirname, '../../../..');
const own = join(root, 'test-vectors/stitching/cues');
const shared = join(root, '../shared/fixtures/hls/ads');
const hasShared = existsSync(shared);
if (!hasShared)
  process.stdout.write('No shared fixtures beside the project: own cue vectors only.\n');

/** Breaks as `[start seconds from the first segment, length seconds, event id]`; an open one has no length. */
function breaksOf(file: string, configuration: object = {}) {
  const { playlist } = parseMediaPlaylist(readFileSync(file, 'latin1'));
  const options = {
    renditionId: 'v0',
    baseUrl: 'https://o.example/p.m3u8',
    nowMs: 1_800_000_000_000,
  };
  const window = extendWindow(undefined, playlist, options);
  const times = segmentTimes(window, playlist);
  const cues = findHlsCues(playlist, times, segmentationConfiguration.parse(configuration));
  const track = (state: typeof NO_BREAKS) =>
    trackBreaks(state, cues, { knownUntilMs: windowEdgeMs(window), defaultDurationSeconds: 0 });
  const { state } = track(NO_BREAKS);
  expect(track(state), 'reading the same playlist again changes nothing').toEqual({
    state,
    opened: [],
    updated: [],
    closed: [],
  });
  const startMs = times[0] ?? 0;
  const round = (ms: number) => Math.round(ms) / 1000;
  return state.breaks.map((adBreak) => ({
    start: round(adBreak.startMs - startMs),
    length: adBreak.endMs === undefined ? undefined : round(adBreak.endMs - adBreak.startMs),
    announced: adBreak.durationMs === undefined ? undefined : round(adBreak.durationMs),
    eventId: adBreak.eventId,
    contentId: adBreak.contentId,
  }));
}

const none = { announced: undefined, eventId: undefined, contentId: undefined };

describe('breaks of our own vectors', () => {
  it.each([
    ['cue-out', 12],
    ['cue-out-without-duration', undefined],
  ])('%s', (name, announced) => {
    expect(breaksOf(join(own, `${name}.m3u8`))).toMatchObject([
      { start: 8, length: 12, announced },
    ]);
  });
});

/** Without the shared fixtures there is nothing to run, and so nothing to skip. */
const describeShared: (name: string, body: () => void) => void = hasShared
  ? describe
  : () => undefined;

describeShared('breaks of the shared fixtures', () => {
  it.each([
    [
      'D1 threefive-oatcls-cueout-cont-two-breaks',
      [
        { ...none, start: 10, length: 30, announced: 30, eventId: '1' },
        { ...none, start: 75, length: 30, announced: 30, eventId: '2' },
      ],
    ],
    [
      'D2 grafov-media-playlist-with-cue-out-in-without-oatcls',
      [
        { ...none, start: 30, length: 24 },
        { ...none, start: 179.2, length: 180.033, announced: 180 },
      ],
    ],
    [
      'D3 globo-elemental-asset-oatcls',
      [{ start: 22.04, length: 50, announced: 50, eventId: '1', contentId: '12345678' }],
    ],
    [
      'D4 globo-envivio-cue-span',
      [{ ...none, start: 25.12, length: 40, announced: 366, eventId: '16777323' }],
    ],
    ['D5 globo-mediaconvert-attrs', [{ ...none, start: 10, length: 30, announced: 4 }]],
    ['D6 globo-oatcls-only-time-signal', []],
    [
      'D7 authored-mixed-dialects-early-return',
      [
        {
          start: 12,
          length: 18,
          announced: 30,
          eventId: '4003',
          contentId: '0x0000000020FB6501',
        },
      ],
    ],
    [
      'D7 authored-ext-x-splicepoint-scte35',
      [{ ...none, start: 12, length: 18, announced: 18, eventId: String(0x6101) }],
    ],
    [
      'D7 authored-ext-x-scte35-out-cont-in',
      [{ ...none, start: 30, length: 24, announced: 24, eventId: '4001' }],
    ],
    [
      'D7 authored-ext-x-cue-spliceout-splicein',
      [{ ...none, start: 12, length: 30, announced: 30, eventId: '11' }],
    ],
    ['authored-nested-cueout-double-cuein', [{ ...none, start: 18, length: 18, announced: 30 }]],
    ['globo-cueout-bare-number', [{ ...none, start: 0, length: 11.52, announced: 11.52 }]],
    ['globo-cueout-duration-key', [{ ...none, start: 0, length: 11.52, announced: 11.52 }]],
    ['globo-cueout-no-duration', [{ ...none, start: 0, length: 11.52 }]],
    ['globo-cueout-invalid', [{ ...none, start: 0, length: undefined }]],
    ['globo-cueout-cont-orphan-window', [{ ...none, start: 10, length: 20 }]],
    ['globo-cueout-cont-slash', [{ ...none, start: 0, length: undefined, announced: 119.987 }]],
    [
      'globo-daterange-scte35-out-in',
      [{ ...none, start: 0, length: 60, announced: 59.993, eventId: 'splice-6FFFFFF0' }],
    ],
    ['globo-daterange-x-ad', []],
    ['globo-daterange-scte35-cmd', []],
  ])('%s', (name, expected) => {
    const file = name.replace(/^D\d+ /, '');
    expect(breaksOf(join(shared, `${file}.m3u8`))).toEqual(expected);
  });

  it('spliceMode tags takes the tags alone', () => {
    const file = join(shared, 'threefive-oatcls-cueout-cont-two-breaks.m3u8');
    const breaks = breaksOf(file, { spliceMode: 'tags' });
    expect(breaks.map((found) => [found.start, found.length])).toEqual([
      [10, 30],
      [75, 30],
    ]);
    expect(
      breaksOf(join(shared, 'authored-ext-x-splicepoint-scte35.m3u8'), { spliceMode: 'tags' }),
    ).toEqual([]);
  });

  it('spliceMode splice_insert leaves time signals out, and the other way round', () => {
    const timeSignal = join(shared, 'authored-ext-x-splicepoint-scte35.m3u8');
    const spliceInsert = join(shared, 'authored-ext-x-scte35-out-cont-in.m3u8');
    expect(breaksOf(timeSignal, { spliceMode: 'splice_insert' })).toEqual([]);
    expect(breaksOf(spliceInsert, { spliceMode: 'time_signal' })).toEqual([]);
    expect(breaksOf(timeSignal, { spliceMode: 'time_signal' })).toHaveLength(1);
  });
});
