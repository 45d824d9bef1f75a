import { expect, test } from 'vitest';
import { readHlsLane, type UndatedClock } from './hls-lane.ts';
import { LaneMemory } from './lane-memory.ts';
import { type AdNames, breakOf, type LaneReading, noAds, placementOf } from './lane-reading.ts';

const start = Date.parse('2026-01-01T12:00:00Z');
const reading = (text: string, part: Partial<LaneReading> = {}): LaneReading => ({
  ...{ lane: 'source', url: 'https://origin.test/live/v0.m3u8', text, loadedAtMs: start + 20_000 },
  ...{ manifestKey: 's0-1-a' },
  ...part,
});
const playlist = (first: number, ...segments: readonly string[]) =>
  `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n${segments.join('')}`;
const segment = (uri: string, ...tags: readonly string[]) =>
  `${tags.map((tag) => `#${tag}\n`).join('')}#EXTINF:4,\n${uri}\n`;
const date = (ms: number) => `EXT-X-PROGRAM-DATE-TIME:${new Date(ms).toISOString()}`;

test('DATA-020 a segment has its place on the clock, its address, its number and its markers', () => {
  const text = playlist(
    7,
    segment('a.ts', date(start)),
    segment('b.ts?token=secret', 'EXT-X-DISCONTINUITY', 'EXT-X-CUE-OUT:30', date(start + 4_000)),
    segment('c.ts', 'EXT-X-CUE-OUT-CONT:4/30'),
    segment('d.ts', 'EXT-X-CUE-IN'),
  );
  const { entries, markers, endMs, isDated } = readHlsLane(reading(text), noAds, undefined);
  expect(
    entries.map(({ start: at, uri, cueOut, cueOutCont, cueIn, discontinuity, number }) => [
      (at - start) / 1000,
      uri,
      [cueOut, cueOutCont, cueIn].filter((cue) => cue !== ''),
      discontinuity,
      number,
    ]),
  ).toEqual([
    [0, 'a.ts', [], false, 7],
    [4, 'b.ts?token=…', ['#EXT-X-CUE-OUT:30'], true, 8],
    [8, 'c.ts', ['#EXT-X-CUE-OUT-CONT:4/30'], false, 9],
    [12, 'd.ts', ['#EXT-X-CUE-IN'], false, 10],
  ]);
  expect(
    markers.map(({ kind, startMs, durationMs }) => [kind, startMs - start, durationMs]),
  ).toEqual([
    ['out', 4_000, 30_000],
    ['cont', 8_000, undefined],
    ['in', 12_000, undefined],
  ]);
  expect([endMs - start, isDated]).toEqual([16_000, true]);
});

test('a date range stands at its own date, and ends where it says', () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const range = `EXT-X-DATERANGE:ID="1",START-DATE="${at(start + 4_000)}",PLANNED-DURATION=24`;
  const text = playlist(
    1,
    segment('a.ts', date(start), `${range},SCTE35-OUT=0xFC30`),
    segment('b.ts'),
    segment('c.ts', `${range},SCTE35-IN=0xFC30,END-DATE="${at(start + 20_000)}"`),
  );
  const { markers } = readHlsLane(reading(text), noAds, undefined);
  expect(
    markers.map(({ kind, startMs, durationMs }) => [kind, startMs - start, durationMs]),
  ).toEqual([
    ['out', 4_000, 24_000],
    ['in', 20_000, undefined],
  ]);
});

test('without dates numbers keep their places over readings', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const read = (first: number, loadedAtMs: number, clock: UndatedClock | undefined) =>
    readHlsLane(
      reading(playlist(first, ...names.slice(first, first + 4).map((name) => segment(name))), {
        loadedAtMs,
      }),
      noAds,
      clock,
    );
  const one = read(0, start, undefined);
  const two = read(2, start + 9_300, one.clock);
  const placesOf = ({ entries }: typeof one) => entries.map((entry) => [entry.uri, entry.start]);
  expect(placesOf(one).at(-1)).toEqual(['d', start - 4_000]);
  expect(placesOf(two)).toEqual([
    ['c', start - 8_000],
    ['d', start - 4_000],
    ['e', start],
    ['f', start + 4_000],
  ]);
  expect(two.isDated).toBe(false);
});

test('an output names its ads by creative, what the plan does not name is slate', () => {
  const text = playlist(
    1,
    segment('../content/a.ts', date(start)),
    segment('ad/b%2F1.0/v0/0.m4s?m=x', 'EXT-X-DISCONTINUITY'),
    segment('ad/b%2F1.1/v0/0.m4s?m=y', 'EXT-X-DISCONTINUITY'),
  );
  const names = (isPlanKnown: boolean): AdNames => ({
    placementOf,
    placement: (id) => (id === 'b/1.0' ? { creative: 'shoes-30' } : undefined),
    isPlanKnown,
  });
  const output = reading(text, { lane: 'output', url: 'https://viewers.test/hls/c1/v0.m3u8' });
  const kinds = (isPlanKnown: boolean) =>
    readHlsLane(output, names(isPlanKnown), undefined).entries.map(({ kind, ad, origUri }) => [
      kind,
      ad,
      origUri,
    ]);
  expect(kinds(true)).toEqual([
    ['content', '', 'https://viewers.test/hls/content/a.ts'],
    ['ad', 'shoes-30', ''],
    ['slate', 'slate', ''],
  ]);
  expect(kinds(false)[2]).toEqual(['ad', 'b/1.1', '']);
  expect(breakOf('b/1.0')).toBe('b/1');
});

test('an entry is kept once, and again when it changes; it stays where it was seen first', () => {
  const memory = new LaneMemory();
  const entriesOf = (text: string, loadedAtMs: number) =>
    readHlsLane(reading(text, { loadedAtMs }), noAds, undefined).entries;
  const first = entriesOf(playlist(1, segment('a.ts', date(start))), start);
  expect(memory.take(first)).toHaveLength(1);
  const both = playlist(1, segment('a.ts', date(start)), segment('b.ts'));
  expect(memory.take(entriesOf(both, start + 4_000)).map(({ uri }) => uri)).toEqual(['b.ts']);
  const marked = playlist(1, segment('a.ts', 'EXT-X-CUE-OUT:8', date(start)));
  expect(memory.take(entriesOf(marked, start + 8_000))).toMatchObject([
    { uri: 'a.ts', cueOut: '#EXT-X-CUE-OUT:8', loadTime: start },
  ]);
});

test('SEC-S91 an endless playlist fills neither the lane nor the memory', () => {
  const memory = new LaneMemory();
  for (let first = 0; first < 10_000; first += 1_000) {
    const text = playlist(
      first,
      ...Array.from({ length: 3_000 }, (_, index) => segment(`s${first + index}.ts`)),
    );
    const { entries } = readHlsLane(reading(text), noAds, undefined);
    expect(entries.length).toBe(2_000);
    memory.take(entries);
  }
  expect(memory.size).toBe(4_000);
});
