import { parseVast } from '@interlude/vast';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionMark } from '../sessions/session-mark.ts';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from '../testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

type Change = Partial<Parameters<typeof channelEntry>[1]>;

const channel = (change: Change = {}, id = 'c1') =>
  channelEntry(id, {
    name: 'test',
    sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    adSource: { system: 'gva', url: `${environment.base}/ads` },
    ...change,
  });

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [
    { id: 'ad1', seconds: 2 },
    { id: 'ad2', seconds: 2 },
  ];
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

/** A viewer in the middle of a break of 4 s that begins with segment 22. */
async function viewerInBreak(change: Change = {}): Promise<TestPlayer> {
  stitcher = await startStitcher(environment, [channel(change), channel(change, 'c2')]);
  environment.breaks = [{ at: 22, segments: 4 }];
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open('?genre=news');
  await viewer.reload();
  await playUpTo(environment, viewer, 25);
  await viewer.until(({ adUris }) => adUris.length > 0);
  return viewer;
}

interface Tracked {
  readonly startTimeInSeconds: number;
  readonly durationInSeconds: number;
}
interface TrackingDocument {
  readonly avails: readonly (Tracked & {
    readonly availId: string;
    readonly availProgramDateTime: string;
    readonly ads: readonly (Tracked & {
      readonly adId: string;
      readonly vastAdId: string;
      readonly adProgramDateTime: string;
      readonly trackingEvents: readonly (Tracked & {
        readonly eventId: string;
        readonly eventType: string;
        readonly beaconUrls: readonly string[];
      })[];
    })[];
  })[];
  readonly nextToken: string | null;
}

async function tracking(viewer: TestPlayer, query = ''): Promise<TrackingDocument> {
  const answer = await viewer.get(`${viewer.folder}/tracking.json${query}`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  return (await answer.json()) as TrackingDocument;
}

const vast = async (viewer: TestPlayer, path = 'vast.xml') =>
  (await viewer.get(`${viewer.folder}/${path}`)).text();

const breakStartMs = () => environment.startMs + 22_000;

test('B7 the tracking document says what is fired when, on both clocks', async () => {
  const viewer = await viewerInBreak({ enableServerSideBeacons: false });
  const { avails, nextToken } = await tracking(viewer);
  const [avail] = avails;
  expect(avails).toHaveLength(1);
  expect(Date.parse(avail?.availProgramDateTime ?? '')).toBe(breakStartMs());
  expect(avail?.durationInSeconds).toBe(4);
  const [first, second] = avail?.ads ?? [];
  expect([first?.vastAdId, second?.vastAdId]).toEqual(['ad1', 'ad2']);
  expect(Date.parse(second?.adProgramDateTime ?? '')).toBe(breakStartMs() + 2_000);
  expect(second?.startTimeInSeconds).toBe((first?.startTimeInSeconds ?? 0) + 2);
  expect(
    first?.trackingEvents.map(({ eventType, startTimeInSeconds }) => [
      eventType,
      startTimeInSeconds - first.startTimeInSeconds,
    ]),
  ).toEqual([
    ['impression', 0],
    ['start', 0],
    ['clickTracking', 0],
    ['error', 0],
    ['firstQuartile', 0.5],
    ['midpoint', 1],
    ['thirdQuartile', 1.5],
    ['complete', 2],
  ]);
  // Macros are filled, and stay as they are from poll to poll.
  const impression = first?.trackingEvents[0]?.beaconUrls[0] ?? '';
  expect(impression).toMatch(/\/beacon\/impression\/ad1\?cb=\d{8}$/);
  expect((await tracking(viewer)).avails).toEqual(avails);
  const ids = avail?.ads.flatMap((ad) => ad.trackingEvents.map(({ eventId }) => eventId)) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(nextToken).not.toBeNull();
});

test('B7 with the last token a client gets what has come since', async () => {
  const viewer = await viewerInBreak({ enableServerSideBeacons: false });
  const { nextToken } = await tracking(viewer);
  expect(await tracking(viewer, `?nextToken=${nextToken}`)).toMatchObject({
    avails: [],
    nextToken,
  });
  environment.breaks = [...environment.breaks, { at: 30, segments: 4 }];
  await playUpTo(environment, viewer, 33);
  const all = await tracking(viewer);
  expect(all.avails).toHaveLength(2);
  const next = await tracking(viewer, `?nextToken=${nextToken}`);
  expect(next.avails).toEqual(all.avails.slice(1));
  const [one, two] = [await tracking(viewer, '?limit=1'), all.nextToken];
  expect(one.avails).toEqual(all.avails.slice(0, 1));
  expect((await tracking(viewer, `?limit=1&nextToken=${one.nextToken}`)).nextToken).toBe(two);
  // With a token that no stitcher has made the pages begin anew.
  expect((await tracking(viewer, '?nextToken=%00nonsense')).avails).toEqual(all.avails);
});

test('with server-side beacons a client fires only what is its own', async () => {
  const viewer = await viewerInBreak({
    customClientSideBeacons: {
      customClientSideBeaconsBaseUrl: 'https://own.test/b/',
      events: { impression: '?e=imp&ad={{adId}}', complete: '/done/{{sessionId}}/[CACHEBUSTING]' },
    },
    internalBeacons: { baseUrl: 'https://internal.test', events: { start: 's' } },
  });
  const text = await vast(viewer);
  const parsed = parseVast(text);
  const ad = parsed.kind === 'ads' ? parsed.ads[0] : undefined;
  expect(ad?.impressions).toEqual(['https://own.test/b?e=imp&ad=ad1']);
  expect(text).not.toContain('/beacon/');
  expect(text).not.toContain('internal.test');
  const events = ad?.kind === 'inline' ? ad.creatives[0]?.trackingEvents : undefined;
  expect(events).toEqual([
    {
      event: 'complete',
      url: expect.stringContaining(`/b/done/${sessionMark(viewer.sessionId)}/`),
    },
  ]);
  const [avail] = (await tracking(viewer)).avails;
  expect(avail?.ads[0]?.trackingEvents.map(({ eventType }) => eventType)).toEqual([
    'impression',
    'clickTracking',
    'complete',
  ]);
});

test('without server-side beacons all are in the document, the platform’s too', async () => {
  const viewer = await viewerInBreak({
    enableServerSideBeacons: false,
    http: true,
    internalBeacons: { baseUrl: 'https://internal.test', events: { start: 's?c={{channelId}}' } },
    customClientSideBeacons: {
      customClientSideBeaconsBaseUrl: 'https://own.test',
      events: { click: 'click', start: 'https://else.test/{{event}}' },
    },
  });
  const parsed = parseVast(await vast(viewer));
  const ads = parsed.kind === 'ads' ? parsed.ads : [];
  expect(ads.map(({ id, sequence }) => [id, sequence])).toEqual([
    ['ad1', 1],
    ['ad2', 2],
  ]);
  const creative = ads[0]?.kind === 'inline' ? ads[0].creatives[0] : undefined;
  const starts = creative?.trackingEvents.filter(({ event }) => event === 'start');
  expect(starts?.map(({ url }) => url)).toEqual([
    expect.stringContaining('/beacon/start/ad1?cb=[CACHEBUSTING]'),
    'http://else.test/start',
    'http://internal.test/s?c=c1',
  ]);
  expect(creative?.clickTracking).toEqual([
    'http://own.test/click',
    expect.stringMatching(/\/hls\/[^/]+\/[^/]+\/click\/[^/]+\.gif$/),
  ]);
});

test('B8 beacons have seven events: a client that sends them itself has each, a click among them', async () => {
  const names = [
    'impression',
    'start',
    'firstQuartile',
    'midpoint',
    'thirdQuartile',
    'complete',
    'click',
  ] as const;
  const events = Object.fromEntries(names.map((name) => [name, `?e=${name}`]));
  const viewer = await viewerInBreak({
    enableServerSideBeacons: false,
    internalBeacons: { baseUrl: 'https://internal.test/b', events },
  });
  const [avail] = (await tracking(viewer)).avails;
  const own = avail?.ads[0]?.trackingEvents.flatMap(({ eventType, beaconUrls }) =>
    beaconUrls
      .filter((url) => url.startsWith('https://internal.test/'))
      .map((url) => [eventType, url.split('?e=')[1]]),
  );
  expect(Object.fromEntries(own ?? [])).toEqual({
    ...Object.fromEntries(names.slice(0, -1).map((name) => [name, name])),
    clickTracking: 'click',
  });
});

test.each([
  [true, 1],
  [false, 0],
])(
  'B6 an ad segment that lies on a CDN is requested here first; its event is sent here, or left to the client: %s',
  async (isOurs, sent) => {
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    const viewer = await viewerInBreak({ enableServerSideBeacons: isOurs });
    const { adUris } = await viewer.reload();
    expect(await viewer.adSegment(adUris[0] ?? '')).toBe(
      `${environment.base}/creative/c-2-ad1/v0-0.m4s`,
    );
    await expect.poll(() => environment.beaconsOf('impression')).toHaveLength(sent);
    const left = (await vast(viewer)).includes('/beacon/impression/ad1');
    expect(left).toBe(!isOurs);
  },
);

test('one ad is requested by the id that the manifest shows', async () => {
  const viewer = await viewerInBreak({ enableServerSideBeacons: false });
  const [avail] = (await tracking(viewer)).avails;
  for (const joint of ['-', '.']) {
    const text = await vast(viewer, `vast/${avail?.availId}${joint}1.xml`);
    const parsed = parseVast(text);
    expect(parsed.kind === 'ads' && parsed.ads.map(({ id }) => id)).toEqual(['ad2']);
  }
  for (const id of ['nothing', `${avail?.availId}-7`, '%2e%2e', '-', '.', '%ff']) {
    expect(parseVast(await vast(viewer, `vast/${id}.xml`))).toMatchObject({ ads: [] });
  }
});

test.each([true, false])(
  'V6 trackers that a client sends name no server; the server sends others: %s',
  async (isOurs) => {
    const viewer = await viewerInBreak({
      enableServerSideBeacons: isOurs,
      customClientSideBeacons: {
        customClientSideBeaconsBaseUrl: 'https://own.test',
        events: { start: 's?by=[SERVERSIDE]' },
      },
    });
    const [avail] = (await tracking(viewer)).avails;
    const urls = avail?.ads[0]?.trackingEvents.flatMap(({ beaconUrls }) => beaconUrls) ?? [];
    expect(urls.filter((url) => url.includes('own.test'))).toEqual(['https://own.test/s?by=0']);
    expect(await vast(viewer)).toContain('https://own.test/s?by=0');
  },
);

test('a click on an ad is counted at the address in the document, whichever way it is read', async () => {
  const viewer = await viewerInBreak({});
  const [avail] = (await tracking(viewer)).avails;
  const clicks = avail?.ads.map(({ trackingEvents }) =>
    trackingEvents.find(({ eventType }) => eventType === 'clickTracking')?.beaconUrls.at(-1),
  );
  expect(clicks?.length).toBeGreaterThan(0);
  const url = clicks?.[0] ?? expect.fail();
  const { pathname } = new URL(url);
  const answer = await viewer.get(pathname);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const parsed = parseVast(await vast(viewer));
  const ad = parsed.kind === 'ads' ? parsed.ads[0] : undefined;
  expect(ad?.kind === 'inline' && ad.creatives[0]?.clickTracking).toEqual([url]);
  const unknown = pathname.replace(/click\/[^/]+$/, 'click/unknown.0.gif');
  expect((await viewer.get(unknown)).status).toBe(200);
  const stranger = pathname.replace(/\/[^/]+\/click\//, '/no-session/click/');
  expect((await viewer.get(stranger)).status).toBe(404);
});

test('documents are of the session in the address, and of no other', async () => {
  const viewer = await viewerInBreak();
  for (const file of ['vast.xml', 'tracking.json', 'breaks.json', 'vast/x-1.xml']) {
    const own = await viewer.get(`${viewer.folder}/${file}`);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const path of [`/hls/c2/${viewer.sessionId}/${file}`, `/hls/c1/nobody/${file}`]) {
      expect((await viewer.get(path)).status).toBe(404);
    }
  }
});

test('the addresses handed out stand under the external base', async () => {
  stitcher = await startStitcher(environment, [
    channel({ externalBaseUrl: 'https://cdn.test/tv/', http: true }),
  ]);
  const viewer = new TestPlayer(stitcher.port, 'c1');
  const answer = (await (await viewer.get('/hls/view/c1')).json()) as Record<string, string>;
  const sid = answer['mediaURL']?.split('sid=')[1];
  expect(answer).toEqual({
    mediaURL: `http://cdn.test/tv/hls/c1/master.m3u8?sid=${sid}`,
    vastURL: `http://cdn.test/tv/hls/c1/${sid}/vast.xml`,
    trackingURL: `http://cdn.test/tv/hls/c1/${sid}/tracking.json`,
  });
});
