/** Live DASH over real HTTP: effects of a channel's breaks, fields and source on the MPDs of viewers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LiveDash, periodIds } from '../testing/live-dash.suite.ts';

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
});
afterEach(() => live.stop());

describe('CHE-067 breaks by API', () => {
  function announce(
    ...breaks: readonly { readonly id: string; readonly at: number; readonly isOff?: boolean }[]
  ) {
    const { stitcher, environment } = live;
    const [channel] = stitcher?.channels ?? [];
    if (!stitcher || !channel) throw new Error('a stitcher with a channel runs');
    const scheduledBreaks = breaks.map(({ id, at, isOff }) => ({
      id,
      channelId: 'c1',
      externalId: '',
      start: new Date(environment.startMs + at * 1_000 - 400).toISOString(),
      duration: 3,
      state: isOff ? ('cancelled' as const) : ('scheduled' as const),
      createdAt: new Date().toISOString(),
    }));
    stitcher.channels = [{ ...channel, scheduledBreaks }];
    stitcher.changed();
  }

  test('are replaced like marked ones, from the next boundary on, until they are cancelled', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    const viewer = await live.viewerOf({ schedulerExternalId: 'epg' });
    announce({ id: 'b1', at: 24 }, { id: 'b2', at: 34 });
    await viewer.open();
    await viewer.reload();
    const during = await live.playUpTo(viewer, 29);
    expect(periodIds(during)).toEqual(['p0', expect.stringMatching(/^eb1-.*-0$/), 'p0-r27000']);
    expect(during.mpd.periods.map(({ startMs }) => startMs)).toEqual([0, 24_000, 27_000]);
    announce({ id: 'b1', at: 24 }, { id: 'b2', at: 34, isOff: true });
    const after = await live.playUpTo(viewer, 40);
    expect(periodIds(after)).toEqual(['p0-r27000']);
    expect(viewer.findings).toEqual([]);
  });

  test('add nothing to a break that the source marks at the same time', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    live.environment.breaks = [{ at: 24, segments: 3 }];
    const viewer = await live.viewerOf({ schedulerExternalId: 'epg' });
    announce({ id: 'b1', at: 24 });
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 30);
    expect(read.mpd.periods.map(({ startMs }) => startMs)).toEqual([0, 24_000, 27_000]);
    expect(live.environment.requested('/ads')).toBe(1);
    expect(viewer.findings).toEqual([]);
  });
});

describe('CHE-037 pre-roll', () => {
  const settings = { enablePreRoll: true, preRoll: { maxDuration: 10, maxCount: 2 } };
  const base = () => live.environment.base;

  test('is shown at the start of a session, which lists nothing before it and begins with it', async () => {
    live.ads = [
      { id: 'pre1', seconds: 2 },
      { id: 'pre2', seconds: 3 },
    ];
    const viewer = await live.viewerOf(settings);
    await viewer.open();
    const first = await viewer.reload();
    expect(periodIds(first)).toEqual([
      expect.stringMatching(/^pre-.*-0$/),
      expect.stringMatching(/^pre-.*-1$/),
    ]);
    expect(first.mpd.periods.map(({ startMs }) => startMs)).toEqual([17_000, 19_000]);
    const { publishTimeMs = 0, suggestedPresentationDelayMs = 0 } = first.mpd;
    const joinMs = publishTimeMs - live.environment.startMs - suggestedPresentationDelayMs;
    // dash.js waits for ever at a time that no Period has.
    expect(joinMs).toBeGreaterThanOrEqual(17_000);
    expect(joinMs).toBeLessThan(17_500);
    const after = await live.playUpTo(viewer, 26);
    expect(after.mpd.periods.map(({ startMs }) => startMs)).toEqual([17_000, 19_000, 22_000]);
    expect(await viewer.adSegment(after, periodIds(after)[1] ?? '', 'v0/0')).toBe(
      `${base()}/dash-creative/3/v0-ad-0.m4s`,
    );
    expect(viewer.findings).toEqual([]);
    expect(live.environment.requested('/ads')).toBe(1);
  });

  test('may have an ad source of its own, with its own number of ads', async () => {
    live.ads = [
      { id: 'pre1', seconds: 2 },
      { id: 'pre2', seconds: 2 },
    ];
    live.environment.override('/own', (_, response) => response.end(live.environment.vast()));
    const viewer = await live.viewerOf({
      ...settings,
      preRoll: {
        ...settings.preRoll,
        maxCount: 1,
        useDifferentAdServer: true,
        adSource: { system: 'gva', url: `${base()}/own` },
      },
    });
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 23);
    expect(read.mpd.periods.map(({ startMs }) => startMs)).toEqual([17_000, 19_000]);
    expect([live.environment.requested('/own'), live.environment.requested('/ads')]).toEqual([
      1, 0,
    ]);
    expect(viewer.findings).toEqual([]);
  });

  test('leaves content where the ad server has none, at once', async () => {
    const viewer = await live.viewerOf(settings);
    await viewer.open();
    const read = await viewer.reload();
    expect(read.status).toBe(200);
    expect(periodIds(read)).toEqual(['p0']);
    await live.playUpTo(viewer, 23);
    expect(viewer.findings).toEqual([]);
  });

  test('comes first; a break that runs goes on behind it with ads of its own', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    live.environment.breaks = [{ at: 16, segments: 10 }];
    const viewer = await live.viewerOf({ ...settings, preRoll: { maxDuration: 3, maxCount: 1 } });
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 28);
    expect(periodIds(read).map((id) => id?.replace(/-.*(-\d)$/, '$1'))).toEqual([
      'pre-0',
      expect.stringMatching(/-0$/),
      'p0-r23000',
    ]);
    expect(read.mpd.periods.map(({ startMs }) => startMs)).toEqual([17_000, 20_000, 23_000]);
    expect(live.environment.requested('/ads')).toBe(2);
    expect(viewer.findings).toEqual([]);
  });
});

describe('D12 the clock that MPDs declare', () => {
  const clock = (kind: string, value: string) =>
    `<UTCTiming schemeIdUri="urn:mpeg:dash:utc:${kind}:2014" value="${value}"/>`;
  const clocksAre = (clocks: string) =>
    live.manifest((text) => text.replace(/<UTCTiming.*\/>/, clocks));
  const reported = (text: string) =>
    [...text.matchAll(/<UTCTiming[^>]*value="([^"]*)"/g)].map(([, url]) => url);

  test('is the source’s own while it answers', async () => {
    clocksAre(clock('http-xsdate', '/clock'));
    live.environment.override('/clock', (_, response) => response.end(new Date().toISOString()));
    const viewer = await live.viewerOf();
    await viewer.open();
    expect(reported((await viewer.reload()).text)).toEqual([`${live.environment.base}/clock`]);
  });

  test.each([
    ['there is none', () => ''],
    ['it does not answer', () => clock('http-iso', '/no-clock')],
    ['browsers cannot ask it', () => clock('ntp', 'time.example')],
  ])('is ours where %s', async (_, clocks) => {
    clocksAre(clocks());
    const viewer = await live.viewerOf();
    await viewer.open();
    const url = new URL(reported((await viewer.reload()).text).at(-1) ?? '');
    expect(url.href).toBe('http://viewers.test/dash/c1/time');
    const answer = await viewer.get(url.pathname);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(Math.abs(Date.parse(await answer.text()) - Date.now())).toBeLessThan(2_000);
  });

  test('stays as a session was first answered, when the source’s clock answers again', async () => {
    clocksAre(clock('http-iso', '/clock'));
    const first = await live.viewerOf();
    await first.open();
    const ours = reported((await first.reload()).text);
    live.environment.override('/clock', (_, response) => response.end(new Date().toISOString()));
    clocksAre(clock('http-iso', '/clock?again'));
    live.environment.edge += 1;
    // A session that begins after the source was read again is given its clock.
    await expect
      .poll(async () => {
        const second = await live.viewerOf();
        await second.open();
        return reported((await second.reload()).text);
      })
      .toEqual([`${live.environment.base}/clock?again`]);
    expect(reported((await first.reload()).text)).toEqual(ours);
  });

  test('is the one that numbered segments are reckoned by', async () => {
    const { environment } = live;
    const numbered = (text: string) =>
      text
        .replaceAll(/ startNumber="\d+"/g, ' startNumber="0"')
        .replaceAll(
          /<SegmentTimeline>\s*<S t="\d+" d="(\d+)" r="\d+"\/>\s*<\/SegmentTimeline>/g,
          '',
        )
        .replaceAll(/timescale="(\d+)"/g, 'timescale="$1" duration="$1"')
        .replace(/<UTCTiming.*\/>/, clock('http-head', '/clock'));
    live.manifest(numbered);
    // A source whose clock is five minutes behind ours.
    environment.startMs = Date.now() - 300_000 - 20_000;
    environment.override('/clock', (_, response) => {
      response.setHeader('date', new Date(Date.now() - 300_000).toUTCString());
      response.end();
    });
    const viewer = await live.viewerOf();
    await viewer.open();
    const { text } = await viewer.reload();
    const [, t = '0', r = '0'] = /<S t="(\d+)" d="12800" r="(\d+)"/.exec(text) ?? [];
    const edgeSeconds = Number(t) / 12_800 + Number(r) + 1;
    expect(edgeSeconds).toBeGreaterThan(17);
    expect(edgeSeconds).toBeLessThan(60);
  });
});

describe('MPD patches', () => {
  const located = (text: string) => {
    const [, escaped = ''] = /<PatchLocation ttl="300">([^<]*)</.exec(text) ?? [];
    const { pathname, search } = new URL(escaped.replaceAll('&amp;', '&'));
    return pathname + search;
  };
  const publishTime = (text: string) => / publishTime="([^"]*)"/.exec(text)?.[1];

  test('bring a player of a long buffer what came since, and lead it to the whole MPD at a break', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    const viewer = await live.viewerOf({ dvrWindow: 120 });
    await viewer.open();
    const first = await viewer.reload();
    expect(first.text).toMatch(/<MPD [^>]*\bid="session"/);
    live.environment.edge += 3;
    const path = located(first.text);
    expect(path).toContain('.mpp?base=');
    let text = '';
    await expect
      .poll(async () => {
        text = await (await viewer.get(path)).text();
        return text.split('<add ').length - 1;
      })
      .toBe(2);
    const answer = await viewer.get(path);
    expect(answer.headers.get('content-type')).toBe('application/dash-patch+xml');
    expect(text).toContain(`originalPublishTime="${publishTime(first.text)}"`);
    expect(text).toContain('mpdId="session"');
    expect(text.length).toBeLessThan(1_000);

    live.environment.breaks = [{ at: live.environment.edge + 1, segments: 3 }];
    await live.playUpTo(viewer, live.environment.edge + 2);
    const last = await (await viewer.get(located(text))).text();
    expect(last).toContain('<remove sel="/MPD/PatchLocation[1]"/>');
    const after = await live.playUpTo(viewer, live.environment.edge + 5);
    expect(after.text).toContain('<PatchLocation ttl="300">');
    expect(viewer.findings).toEqual([]);
  });

  test('are not offered for a short buffer, and refused for a base of nobody', async () => {
    const viewer = await live.viewerOf({ dvrWindow: 30 });
    await viewer.open();
    expect((await viewer.reload()).text).not.toContain('PatchLocation');
    const long = await live.viewerOf({ dvrWindow: 120 });
    await long.open();
    const path = located((await long.reload()).text);
    const answer = await long.get(path.replace(/base=.*/, 'base=none'));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('base names no MPD of this session');
  });
});
