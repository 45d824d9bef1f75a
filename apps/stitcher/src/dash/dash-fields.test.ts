/** Fields of a channel as they show in live MPDs, over real HTTP. */
import { encodeBase64 } from '@interlude/scte35';
import { timeSignal } from '@interlude/testkit/scte35';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashManifest } from '../testing/dash-environment.suite.ts';
import { LiveDash } from '../testing/live-dash.suite.ts';

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
});
afterEach(() => live.stop());

async function mpdOf(fields: Parameters<LiveDash['viewerOf']>[0] = {}) {
  const viewer = await live.viewerOf(fields);
  await viewer.open();
  return viewer.reload();
}

const captions =
  '<Accessibility schemeIdUri="urn:scte:dash:cc:cea-608:2015" value="CC1=eng"/><Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>';
/** In addition to video and audio: subtitles, trick play, and captions in the video. */
function withTracks(text: string): string {
  const set = (id: string, attributes: string, property: string) =>
    `<AdaptationSet id="${id}" ${attributes} segmentAlignment="true">${property}<SegmentTemplate timescale="1" media="${id}-$Time$.m4s" initialization="${id}.mp4"><SegmentTimeline><S t="0" d="1" r="60"/></SegmentTimeline></SegmentTemplate><Representation id="r${id}" bandwidth="1000" codecs="stpp"/></AdaptationSet>`;
  const trick =
    '<EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="0"/>';
  return text
    .replace(/(<AdaptationSet id="0"[^>]*>)/, `$1${captions}`)
    .replace(
      '</Period>',
      `${set('8', 'contentType="text" mimeType="application/mp4" lang="en"', '')}${set('9', 'contentType="video" mimeType="video/mp4"', trick)}</Period>`,
    );
}

test('CHE-004 suggestedPresentationDelay is where players join; without it three segments behind', async () => {
  expect((await mpdOf({ suggestedPresentationDelay: 7 })).mpd.suggestedPresentationDelayMs).toBe(
    7_000,
  );
  await live.stitcher?.stop();
  expect((await mpdOf()).mpd.suggestedPresentationDelayMs).toBe(3_000);
});

test('CHE-020 setScanningFrequency with minimumSourceUpdatePeriod: MPDs ask players to come no later than that', async () => {
  live.manifest((text) =>
    text
      .replace('minimumUpdatePeriod="PT1S"', '')
      .replaceAll(/ timescale="(\d+)"/g, ' timescale="$1"')
      .replaceAll(
        /<S t="(\d+)" d="(\d+)" r="\d+"\/>/g,
        (_, t, d) => `<S t="${t}" d="${6 * Number(d)}"/>`,
      ),
  );
  const often = { setScanningFrequency: true, minimumSourceUpdatePeriod: 3 };
  expect((await mpdOf(often)).mpd.minimumUpdatePeriodMs).toBe(3_000);
  await live.stitcher?.stop();
  const off = { setScanningFrequency: false, minimumSourceUpdatePeriod: 3 };
  expect((await mpdOf(off)).mpd.minimumUpdatePeriodMs).toBe(6_000);
});

test('contentLocationReplacement and adLocationReplacement rewrite the addresses of an MPD', async () => {
  live.ads = [{ id: 'ad1', seconds: 3 }];
  live.environment.breaks = [{ at: 22, segments: 3 }];
  const viewer = await live.viewerOf({
    contentLocationReplacement: {
      regex: '^http://[^/]+/live',
      defaultReplacement: 'https://cdn.example/content',
    },
    adLocationReplacement: { regex: '^http://[^/]+', defaultReplacement: 'https://ads.example' },
  });
  await viewer.open();
  await viewer.reload();
  const read = await live.playUpTo(viewer, 27);
  expect(read.text).toContain('<BaseURL>https://cdn.example/content/</BaseURL>');
  expect(read.text).not.toContain(`${live.environment.base}/live`);
  const ad = read.mpd.periods.find(({ id }) => id?.endsWith('-0'))?.id ?? '';
  expect(await viewer.adSegment(read, ad, 'v0/0')).toMatch(
    /^https:\/\/ads\.example\/dash-creative/,
  );
});

test('includeMediaTracks: subtitles, trick play and captions are declared as configured', async () => {
  live.ads = [{ id: 'ad1', seconds: 3 }];
  live.environment.breaks = [{ at: 22, segments: 3 }];
  live.manifest(withTracks);
  const kinds = (text: string) => ({
    subtitles: text.includes('contentType="text"'),
    iFrames: text.includes('trickmode'),
    closedCaptions: text.includes('cea-608'),
  });
  for (const wanted of [
    { subtitles: true, iFrames: false, closedCaptions: true },
    { subtitles: false, iFrames: true, closedCaptions: false },
  ]) {
    const viewer = await live.viewerOf({ includeMediaTracks: wanted });
    await viewer.open();
    await viewer.reload();
    const { text } = await live.playUpTo(viewer, live.environment.edge + 5);
    expect(kinds(text)).toEqual(wanted);
    expect(text).toContain('urn:mpeg:dash:role:2011');
    await live.stitcher?.stop();
  }
});

test('externalBaseUrl and http stand before the addresses of an MPD', async () => {
  const { text } = await mpdOf({ externalBaseUrl: 'https://tv.example/x/', http: true });
  expect(text).toMatch(/<Location>http:\/\/tv\.example\/x\/dash\/c1\/[^<]+\.mpd<\/Location>/);
});

test('cacheList: an MPD is read no more often than it says', async () => {
  const viewer = await live.viewerOf({ cacheList: [{ pattern: '\\.mpd$', ttl: 60 }] });
  await viewer.open();
  await viewer.reload();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(live.polls).toBe(1);
});

test('trueSourceUrl is read instead of sourceManifestUrl, with sourceHeaders', async () => {
  const { base } = live.environment;
  const { status } = await mpdOf({
    sourceManifestUrl: `${base}/gone.mpd`,
    trueSourceUrl: `${base}/live/manifest.mpd`,
    sourceHeaders: { 'x-api-key': 'k1' },
  });
  expect(status).toBe(200);
  expect(live.environment.requested('/gone.mpd')).toBe(0);
  const keys = live.environment.requests
    .filter(({ path }) => path.startsWith('/live/'))
    .map(({ headers }) => headers['x-api-key']);
  expect(new Set(keys)).toEqual(new Set(['k1']));
});

test('passThroughCaidSegmentation sends the content id of the current programme to the ad server', async () => {
  live.ads = [{ id: 'ad1', seconds: 3 }];
  live.environment.breaks = [{ at: 22, segments: 3 }];
  const section = encodeBase64(timeSignal({ typeId: 0x10, upid: 'urn:p:1' }));
  const programme = `<EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin" timescale="1"><Event presentationTime="15" id="p"><s:Signal xmlns:s="http://www.scte.org/schemas/35/2016"><s:Binary>${section}</s:Binary></s:Signal></Event></EventStream>`;
  live.manifest((text) => text.replace(/(<Period[^>]*>)/, `$1${programme}`));
  for (const [passThroughCaidSegmentation, contentId] of [
    [true, 'urn:p:1'],
    [false, null],
  ] as const) {
    live.environment.edge = 20;
    const viewer = await live.viewerOf({ passThroughCaidSegmentation });
    await viewer.open();
    await viewer.reload();
    await live.playUpTo(viewer, 25);
    const requested = live.environment.requests.findLast(({ path }) => path.startsWith('/ads'));
    expect(requested?.query.get('contentId')).toBe(contentId);
    await live.stitcher?.stop();
  }
});

test('presetId and name are sent to ad servers whose parameters use them', async () => {
  live.ads = [{ id: 'ad1', seconds: 3 }];
  live.environment.breaks = [{ at: 22, segments: 3 }];
  const viewer = await live.viewerOf({
    presetId: 'hbbtv-live',
    adSource: {
      system: 'gva',
      url: `${live.environment.base}/ads`,
      params: { kind: '{{presetId}}', of: '{{channelName}}' },
    },
  });
  await viewer.open();
  await viewer.reload();
  await live.playUpTo(viewer, 25);
  const requested = live.environment.requests.find(({ path }) => path.startsWith('/ads'));
  expect(requested?.query.get('kind')).toBe('hbbtv-live');
  expect(requested?.query.get('of')).toBe('test');
});

test('isMultiPeriod: an event whose time lies outside its period stands at the start of that period', async () => {
  live.ads = [{ id: 'ad1', seconds: 3 }];
  live.environment.breaks = [{ at: 22, segments: 3 }];
  const periods = [
    { id: 'p0', start: 0, until: 22 },
    { id: 'p1', start: 22, from: 22, until: 25 },
    { id: 'p2', start: 25, from: 25 },
  ];
  live.answer((_, response) =>
    response.end(
      dashManifest(live.environment, periods).replaceAll(
        /<Event presentationTime="\d+"/g,
        '<Event presentationTime="5000"',
      ),
    ),
  );
  const viewer = await live.viewerOf({ isMultiPeriod: true });
  await viewer.open();
  await viewer.reload();
  const read = await live.playUpTo(viewer, 27);
  expect(read.mpd.periods.map(({ startMs }) => startMs)).toContain(22_000);
  expect(read.mpd.periods.filter(({ id }) => id?.endsWith('-0'))).toHaveLength(1);
});
