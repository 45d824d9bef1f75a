// Two stitchers that share nothing but the database: MPDs of a session have the same Periods at the other one.
import { createSessionEntryStore } from '@interlude/persistence';
import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveDash, periodIds } from '../testing/live-dash.suite.ts';

let live: LiveDash;
let template: TemplateDatabase;

beforeEach(async () => {
  template = await templateDatabase();
  live = new LiveDash();
  await live.start();
});
afterEach(async () => {
  await live.stop();
  await template.drop();
});

test('H35 D1 Periods of a break on screen are the same at another stitcher, requested or not', async () => {
  const { environment } = live;
  const store = createSessionEntryStore(template.database);
  const fields = { setScanningFrequency: true, minimumSourceUpdatePeriod: 1 };
  live.ads = [
    { id: 'ad1', seconds: 3 },
    { id: 'ad2', seconds: 2 },
  ];
  environment.windowSegments = 12;
  environment.breaks = [{ at: 22, segments: 6 }];
  const viewer = await live.viewerOf(fields, undefined, store);
  await viewer.open();
  await viewer.reload();
  environment.edge = 26;
  const before = await viewer.until(({ mpd }) => mpd.periods.length === 3);
  await live.viewerOf(fields, undefined, store);
  viewer.moveTo(live.stitcher?.port ?? 0);
  const after = await viewer.reload();
  const places = ({ mpd }: typeof after) =>
    mpd.periods.map(({ id, startMs }) => `${id} ${startMs}`);
  expect(places(after)).toEqual(places(before));
  const [, ad = ''] = periodIds(after);
  expect(await viewer.adSegment(after, ad, 'v0/0')).toContain('/dash-creative/3/');
  environment.edge = 31;
  const back = await viewer.until(({ mpd }) => mpd.periods.length === 4);
  expect(places(back).slice(0, 3)).toEqual(places(before));
  expect(environment.requested('/ads')).toBe(1);
  // The publishTime of the last MPD is not stored, so D11 may be found.
  expect(viewer.findings.filter((one) => !one.startsWith('D11 '))).toEqual([]);
});
