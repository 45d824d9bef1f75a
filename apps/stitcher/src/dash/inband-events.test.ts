/** Breaks that the segments of a DASH source announce (`emsg`), over real HTTP. */
import { emsg, mediaBox, timeSignal } from '@interlude/testkit/scte35';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inbandLimits } from '../origin/dash/inband-reader.ts';
import { LiveDash, periodIds } from '../testing/live-dash.suite.ts';

const announcedIn = 23;
const breakAt = 24;

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
  live.ads = [{ id: 'ad1', seconds: 3 }];
  const declared = '<InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin"/>';
  live.manifest((text) =>
    text.replace(/(<AdaptationSet[^>]*contentType="video"[^>]*>)/, `$1${declared}`),
  );
  live.environment.override('/live/v1-*', (_request, response, url) => {
    const isAnnounced = url.pathname.includes(`-${announcedIn}.`);
    const message = emsg({
      version: 0,
      schemeIdUri: 'urn:scte:scte35:2013:bin',
      timescale: 1_000,
      time: (breakAt - announcedIn) * 1_000,
      duration: 3_000,
      id: 1,
      data: timeSignal({ typeId: 0x34, eventId: 7, seconds: 3 }),
    });
    const moof = mediaBox('moof', Buffer.alloc(16));
    response.writeHead(206).end(Buffer.concat(isAnnounced ? [message, moof] : [moof]));
  });
});
afterEach(() => live.stop());

const headsRead = () =>
  live.environment.requests.filter(({ path }) => path.startsWith('/live/v1-'));

test('D15 readInBandEvents finds breaks that only the segments announce, by one ranged request per segment', async () => {
  const viewer = await live.viewerOf({ readInBandEvents: true });
  await viewer.open();
  await viewer.reload();
  const during = await live.playUpTo(viewer, 29);
  expect(periodIds(during)).toEqual(['p0', expect.stringMatching(/^e7-.*-0$/), 'p0-r27000']);
  expect(during.mpd.periods.map(({ startMs }) => startMs)).toEqual([0, 24_000, 27_000]);
  expect(viewer.findings).toEqual([]);
  const paths = headsRead().map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  // The newest of the first MPD, and one for each segment since.
  expect(paths.length).toBeLessThanOrEqual(inbandLimits.segmentsOfMpd + 9);
  for (const { headers } of headsRead())
    expect(headers.range).toBe(`bytes=0-${inbandLimits.headBytes - 1}`);
});

test('D15 without readInBandEvents no segment is requested', async () => {
  const viewer = await live.viewerOf();
  await viewer.open();
  await viewer.reload();
  expect(periodIds(await live.playUpTo(viewer, 29))).toEqual(['p0']);
  expect(headsRead()).toEqual([]);
});

test('D15 a source whose segments do not answer plays on', async () => {
  live.environment.override('/live/v1-*', (_request, response) => response.writeHead(500).end());
  const viewer = await live.viewerOf({ readInBandEvents: true });
  await viewer.open();
  const { status } = await live.playUpTo(viewer, 23);
  expect(status).toBe(200);
});
