import {
  type AdBreak,
  type Creative,
  createPlan,
  fitPod,
  followReadings,
  type PlanCourse,
  type Pod,
} from '@interlude/stitching';
import { expect, test } from 'vitest';
import { media, sourceOf } from '../../testing/hls-source.suite.ts';

/** One segment of 2 s. */
const creative: Creative = {
  creativeId: 'c',
  durationMs: 2_000,
  boundariesMs: [2_000],
  begunAfterMs: 1_000,
  renditions: {
    v0: { segments: [{ uri: 'ad.ts', durationSeconds: 2, extinf: '2' }], startsMs: [0] },
  },
};

test('H4 a plan has the numbers of every rendition, whichever is requested', async () => {
  const { source } = sourceOf(3, () => media(12));
  await source.open();
  const startMs = source.windows[0]?.segments[4]?.startMs ?? 0;
  const adBreak: AdBreak = {
    breakId: 'b',
    state: 'announced',
    startMs,
    durationMs: 2_000,
    plannedEndMs: startMs + 2_000,
    dialects: ['EXT-X-CUE-OUT'],
  };
  const begun = createPlan({ sessionStartMs: startMs - 2_000, targetDuration: 1 });
  const readings = source.readings.map((reading) => ({ ...reading, breaks: [adBreak] }));
  let pod: Pod | undefined;
  const follow = (course: PlanCourse) => followReadings(course, readings, () => pod);
  const offered = follow({ plan: begun, version: -1 });
  const [avail = expect.fail()] = offered.avails;
  pod = fitPod(avail, [{ adId: 'a', creative }]);
  const numbers = { cutNumber: 4, firstAdMsn: 4, returnNumber: 6, returnMsn: 5 };
  const [planned] = follow(offered.course).course.plan.breaks;
  expect(planned?.renditions).toMatchObject({ v0: numbers, v1: numbers, v2: numbers });
  source.stop();
});

const dated = (from: number, seconds = 12, first = 0) =>
  media(seconds, from).replace(
    '#EXTINF',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(1_000_000_000_000 + (first + from) * 1_000).toISOString()}\n#EXTINF`,
  );

const withDiscontinuity = (text: string) =>
  text.replace('0.ts\n#EXTINF', '0.ts\n#EXT-X-DISCONTINUITY\n#EXTINF');

const withSequence = (text: string) =>
  text.replace('#EXT-X-MEDIA-SEQUENCE', '#EXT-X-DISCONTINUITY-SEQUENCE:4\n#EXT-X-MEDIA-SEQUENCE');

test.each([
  ['it prints its dates', () => dated(100), true],
  ['it prints its discontinuities, too', () => withSequence(withDiscontinuity(dated(100))), true],
  ['discontinuities are counted since it was opened', () => withDiscontinuity(dated(100)), false],
  ['times count from when it was opened', () => media(12, 100), false],
])('H35 who has opened a source matters to its numbers, or not: %s', async (_, text, isSame) => {
  const rigs = [sourceOf(2, text), sourceOf(2, text)];
  for (const { source } of rigs) await source.open();
  const [one, other] = rigs.map(({ source }) => source.numbering);
  expect(one === other).toBe(isSame);
  const stored = await rigs[0]?.source.store();
  const next = sourceOf(2, text, undefined, stored);
  await next.source.open();
  expect(next.source.numbering).toBe(one);
  for (const { source } of [...rigs, next]) source.stop();
});

test('H6 H35 a source that began anew has other numbers than one that was opened after it', async () => {
  let text = dated(100);
  const rig = sourceOf(1, () => text);
  await rig.source.open();
  const before = rig.source.numbering;
  text = dated(5, 12, 500).replaceAll('0.ts', '1.ts');
  await rig.polled(3);
  expect(rig.source.windows[0]?.epochs).toHaveLength(2);
  const other = sourceOf(1, () => text);
  await other.source.open();
  expect(new Set([before, rig.source.numbering, other.source.numbering]).size).toBe(2);
  expect(rig.source.numbering).not.toBe(before);
  for (const { source } of [rig, other]) source.stop();
});

test('H1 H35 another source of the channel has other numbers, also where it prints the same', async () => {
  const text = () => dated(100);
  const rigs = [0, 1].map((resets) => sourceOf(1, text, undefined, undefined, resets));
  for (const { source } of rigs) await source.open();
  const [one, other] = rigs.map(({ source }) => source.numbering);
  expect(one).not.toBe(other);
  for (const { source } of rigs) source.stop();
});
