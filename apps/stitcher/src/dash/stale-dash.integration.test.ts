import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveDash } from '../testing/live-dash.suite.ts';

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
});
afterEach(() => live.stop());

test('H33 a silent origin is an error to viewers after three segments, and they continue when it answers', async () => {
  const viewer = await live.viewerOf();
  await viewer.open();
  const good = await viewer.reload();
  live.answer((_, response) => void response.writeHead(503).end());
  const failed = await viewer.until(({ status }) => status !== 200);
  expect(failed.status).toBe(502);
  expect(JSON.parse(failed.text)).toMatchObject({ errorCode: 'SOURCE_UNAVAILABLE' });
  live.environment.edge += 1;
  live.manifest((text) => text);
  const back = await viewer.until(({ status }) => status === 200);
  expect(back.mpd.periods[0]).toMatchObject({ id: good.mpd.periods[0]?.id });
  // The only finding is one of a silent origin: no new segment came (D22).
  expect(viewer.findings.filter((finding) => !finding.startsWith('D22 '))).toEqual([]);
}, 20_000);
