/** Behaviour of live DASH origins, over real HTTP, and its effect on the MPDs of viewers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dashManifest, dashManifestPath } from '../testing/dash-environment.suite.ts';
import { LiveDash, periodIds } from '../testing/live-dash.suite.ts';

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
});
afterEach(() => live.stop());

const scte = (element: string) =>
  `<scte35:SpliceInfoSection xmlns:scte35="http://www.scte.org/schemas/35/2016">${element}</scte35:SpliceInfoSection>`;
const insert = (id: number, rest: string) =>
  scte(`<scte35:SpliceInsert spliceEventId="${id}" outOfNetworkIndicator="true" ${rest}`);
const starts = (id: number, seconds: number) =>
  insert(
    id,
    `><scte35:BreakDuration autoReturn="true" duration="${seconds * 90_000}"/></scte35:SpliceInsert>`,
  );
const event = (at: number, id: string, payload: string) =>
  `<Event presentationTime="${at}" id="${id}">${payload}</Event>`;

function eventsAre(text: () => string): void {
  const open = '<EventStream schemeIdUri="urn:scte:scte35:2013:xml" timescale="1">';
  live.manifest((mpd) =>
    mpd.replace(/(<Period[^>]*>)/, (period) => `${period}${open}${text()}</EventStream>`),
  );
}

describe('D10 addresses', () => {
  test('of content are the origin’s after redirects, with the MPD’s own BaseURL; those of ads are ours', async () => {
    const { environment } = live;
    live.answer((_, response) => {
      response.writeHead(302, { location: '/edge/7/manifest.mpd?token=abc' });
      response.end();
    });
    environment.override('/edge/7/manifest.mpd', (_, response) =>
      response.end(
        dashManifest(environment).replace('<Period', '<BaseURL>media/</BaseURL><Period'),
      ),
    );
    live.ads = [{ id: 'ad1', seconds: 3 }];
    environment.breaks = [{ at: 22, segments: 3 }];
    const viewer = await live.viewerOf();
    await viewer.open();
    await viewer.reload();
    environment.edge = 27;
    const read = await viewer.until(({ mpd }) => mpd.periods.length === 3);
    const [content, ad, back] = read.mpd.periods.map(({ baseUrls }) => baseUrls[0]);
    expect(content?.url).toBe(`${environment.base}/edge/7/media/`);
    expect(back?.url).toBe(content?.url);
    expect(ad?.url).toMatch(/^http:\/\/viewers\.test\/dash\/c1\/[^/]+\/ad\//);
    expect(read.text).toContain('<BaseURL availabilityTimeOffset="INF">');
    const adId = periodIds(read)[1] ?? '';
    for (const [segment, file] of [
      ['v0/init', 'v0-ad-init.mp4'],
      ['v1/2', 'v1-ad-2.m4s'],
      ['a0/0', 'a0-ad-0.m4s'],
    ] as const) {
      const location = await viewer.adSegment(read, adId, segment);
      expect(location).toBe(`${environment.base}/dash-creative/3/${file}`);
    }
    expect(viewer.findings).toEqual([]);
  });

  test('of a Period that is one file stay those of the file', async () => {
    const { environment } = live;
    const promo = `<Period id="promo" start="PT16S" duration="PT2S"><BaseURL>promo/</BaseURL>
<AdaptationSet id="0" contentType="video" mimeType="video/mp4"><Representation id="v0" bandwidth="2000000" codecs="avc1.64001f" width="1280" height="720"><BaseURL>v0.mp4</BaseURL><SegmentBase timescale="12800" indexRange="100-200"><Initialization range="0-99"/></SegmentBase></Representation></AdaptationSet>
<AdaptationSet id="1" contentType="audio" mimeType="audio/mp4"><Representation id="a0" bandwidth="128000" codecs="mp4a.40.2" audioSamplingRate="48000"><BaseURL>a0.mp4</BaseURL></Representation></AdaptationSet></Period>`;
    const cut = (text: string) =>
      text
        .replace('<Period id="p0" start="PT0S">', `${promo}<Period id="p1" start="PT18S">`)
        .replaceAll(
          /timescale="(\d+)" startNumber="\d+"/g,
          (_, scale: string) =>
            `timescale="${scale}" presentationTimeOffset="${18 * Number(scale)}" startNumber="18"`,
        )
        .replaceAll(
          /<S t="\d+" d="(\d+)" r="\d+"\/>/g,
          (_, d: string) => `<S t="${18 * Number(d)}" d="${d}" r="${environment.edge - 19}"/>`,
        );
    live.manifest(cut);
    const viewer = await live.viewerOf();
    await viewer.open();
    const read = await viewer.reload();
    expect(periodIds(read)).toEqual(['promo', 'p1']);
    const [period] = read.mpd.periods;
    expect(period?.baseUrls[0]?.url).toBe(`${environment.base}/live/promo/`);
    const [video, audio] = period?.adaptationSets ?? [];
    expect(video?.representations[0]?.baseUrls[0]?.url).toBe('v0.mp4');
    expect(read.text).toContain('indexRange="100-200"');
    expect(audio?.representations[0]?.baseUrls[0]?.url).toBe('a0.mp4');
    await live.playUpTo(viewer, 23);
    expect(viewer.findings).toEqual([]);
  });
});

describe('D15 events that are not of ad breaks', () => {
  test('stay with their times in each part of a Period; markers do not', async () => {
    const { environment } = live;
    const stream = `<EventStream schemeIdUri="urn:example:scores" timescale="1"><Event presentationTime="21" id="s1">1:0</Event><Event presentationTime="27" id="s2">2:0</Event></EventStream>`;
    live.manifest((text) => text.replace(/(<Period[^>]*>)/, `$1${stream}`));
    live.ads = [{ id: 'ad1', seconds: 3 }];
    environment.breaks = [{ at: 22, segments: 3 }];
    const viewer = await live.viewerOf();
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 28);
    const reported = read.mpd.periods.map(({ id, startMs, eventStreams }) => ({
      id,
      events: eventStreams.flatMap(({ timescale, presentationTimeOffset, events }) =>
        events.map((one) => [
          one.id,
          startMs / 1000 + (one.presentationTime - presentationTimeOffset) / timescale,
        ]),
      ),
    }));
    expect(reported).toEqual([
      { id: 'p0', events: [['s1', 21]] },
      { id: expect.stringContaining('-0'), events: [] },
      { id: 'p0-r25000', events: [['s2', 27]] },
    ]);
    expect(read.text).not.toContain('scte35');
    expect(viewer.findings).toEqual([]);
  });
});

describe('D17 messages', () => {
  const breaksSeen = async () => {
    const viewer = await live.viewerOf();
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 28);
    expect(viewer.findings).toEqual([]);
    return read.mpd.periods.length;
  };

  test('that repeat one splice act once', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    eventsAre(
      () =>
        event(22, '1', starts(7, 3)) + event(22, '2', starts(8, 3)) + event(22, '1', starts(7, 3)),
    );
    expect(await breaksSeen()).toBe(3);
    expect(live.environment.requested('/ads')).toBe(1);
  });

  test('that take a break back in time leave content', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    const cancel = scte(
      '<scte35:SpliceInsert spliceEventId="7" spliceEventCancelIndicator="true"/>',
    );
    eventsAre(
      () =>
        event(26, '1', starts(7, 3)) + (live.environment.edge > 22 ? event(26, '2', cancel) : ''),
    );
    expect(await breaksSeen()).toBe(1);
  });

  test('that end a break early bring content back', async () => {
    live.ads = [{ id: 'ad1', seconds: 6 }];
    live.environment.breaks = [{ at: 21, segments: 3, announced: 6 }];
    const viewer = await live.viewerOf();
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 27);
    expect(read.mpd.periods.map(({ startMs }) => startMs)).toEqual([0, 21_000, 24_000]);
    expect(viewer.findings).toEqual([]);
  });

  test('that only inform open nothing', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    const program =
      '<scte35:TimeSignal/><scte35:SegmentationDescriptor segmentationEventId="5" segmentationTypeId="16" segmentationDuration="270000"/>';
    eventsAre(() => event(22, '1', scte('<scte35:SpliceNull/>')) + event(23, '2', scte(program)));
    expect(await breaksSeen()).toBe(1);
    expect(live.environment.requested('/ads')).toBe(0);
  });

  test('that have not changed are requested with their validators, and 304 is as good as the MPD', async () => {
    const { environment } = live;
    let notModified = 0;
    live.answer((request, response) => {
      const etag = `"${environment.edge}"`;
      if (request.headers['if-none-match'] === etag) {
        notModified += 1;
        response.writeHead(304);
        response.end();
        return;
      }
      response.setHeader('etag', etag);
      response.end(dashManifest(environment));
    });
    const viewer = await live.viewerOf();
    await viewer.open();
    const first = await viewer.reload();
    await live.polled(viewer);
    expect(notModified).toBeGreaterThan(0);
    expect((await viewer.reload()).text).toBe(first.text);
    environment.edge += 1;
    await viewer.until(({ text }) => text !== first.text);
    expect(viewer.findings).toEqual([]);
  });
});

describe('D18 defects of a source', () => {
  const warned = (code: string) => live.stitcher?.logs.some((line) => line.includes(code)) ?? false;

  test('an older copy from a lagging cache changes nothing, and is reported', async () => {
    const { environment } = live;
    let answers = 0;
    live.answer((_, response) => {
      answers += 1;
      const { edge } = environment;
      environment.edge = answers % 2 === 0 ? edge - 2 : edge;
      response.end(dashManifest(environment));
      environment.edge = edge;
    });
    const viewer = await live.viewerOf();
    await viewer.open();
    await live.playUpTo(viewer, 26);
    expect(viewer.findings).toEqual([]);
    expect(warned('PUBLISH_TIME_WENT_BACK')).toBe(true);
  });

  test('a changed availabilityStartTime is reported and not passed to viewers', async () => {
    const { environment } = live;
    const viewer = await live.viewerOf();
    await viewer.open();
    const { mpd } = await viewer.reload();
    const before = new Date(environment.startMs).toISOString();
    const after = new Date(environment.startMs + 60_000).toISOString();
    live.manifest((text) =>
      text
        .replace(before, after)
        .replace('start="PT0S"', 'start="PT0S"')
        .replaceAll('m4s"', 'm4s?again"'),
    );
    await live.polled(viewer);
    const read = await viewer.reload();
    expect(read.mpd.availabilityStartTimeMs).toBe(mpd.availabilityStartTimeMs);
    expect(warned('AVAILABILITY_START_MOVED')).toBe(true);
  });

  test('a newest Period without the former audio is reported', async () => {
    const viewer = await live.viewerOf();
    await viewer.open();
    await viewer.reload();
    live.manifest((text) => text.replace(/<AdaptationSet id="1"[\s\S]*?<\/AdaptationSet>/, ''));
    await live.polled(viewer);
    expect(warned('LAST_PERIOD_MISSING_AUDIO')).toBe(true);
  });
});

test('D21 a source with remote elements is refused with the reason', async () => {
  live.manifest((text) =>
    text.replace(
      '<Period ',
      '<Period xlink:href="https://ads.example/p.xml" xlink:actuate="onLoad" ',
    ),
  );
  const viewer = await live.viewerOf();
  await viewer.open();
  const { status, text } = await viewer.reload();
  expect(status).toBeGreaterThanOrEqual(500);
  expect(text).toContain('xlink');
});

test('H33 while the origin fails the last MPD stays, and it goes on when the origin does', async () => {
  const { environment } = live;
  const viewer = await live.viewerOf();
  await viewer.open();
  const good = await viewer.reload();
  const failures = [
    () => live.answer((_, response) => void response.writeHead(500).end()),
    () => live.answer((_, response) => void response.end('<html>busy</html>')),
    () => live.answer((request) => void request.socket.destroy()),
  ];
  for (const fail of failures) {
    fail();
    environment.edge += 1;
    const polls = environment.requested(dashManifestPath);
    const read = await viewer.until(() => environment.requested(dashManifestPath) > polls + 1);
    expect([read.status, read.text]).toEqual([200, good.text]);
  }
  live.manifest((text) => text);
  await viewer.until(({ text }) => text !== good.text);
  expect(viewer.findings).toEqual([]);
});
