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
