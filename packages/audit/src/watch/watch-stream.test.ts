import { describe, expect, it } from 'vitest';
import { EMPTY_AUDIT } from '../audit-session.ts';
import { print as printMpd } from '../dash/mpd-session.suite.ts';
import { watchReport } from '../report/audit-report.ts';
import { adOf, layOut, print } from '../session.suite.ts';
import { WATCH_LIMITS } from './watch-limits.ts';
import type { Answer } from './watch-state.ts';
import { beginWatch, dueLooks, nextLookMs, takeAnswer } from './watch-stream.ts';
import { MINUTE_MS, type Server, START_MS, watched } from './watched.suite.ts';

const master = 'https://cdn.test/live/master.m3u8?sid=1';

const entries = layOut({
  segmentSeconds: 4,
  breaks: [{ atSeconds: 60, ads: [10, 6] }],
  totalSeconds: 400,
});

/** The window of 30 s at a time; 40 s had passed when the watch began. */
function playlist(nowMs: number): string {
  const seconds = (nowMs - START_MS) / 1000 + 40;
  const edge = entries.findIndex(
    ({ startMs, seconds: length }) => startMs - START_MS + length * 1000 > seconds * 1000,
  );
  return print(entries, Math.max(0, edge - 8), edge);
}

const multivariant = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=3200000,RESOLUTION=1280x720,AUDIO="a"
high.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,AUDIO="a"
low.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,AUDIO="b"
low.m3u8
`;

const live: Server = (url, nowMs) => (url === master ? multivariant : playlist(nowMs));

describe('an HLS stream', () => {
  it('is read as by a player: the multivariant playlist once, each rendition after its target duration', () => {
    const { report, looks, endedAtSeconds } = watched(live, { url: master, adOf });
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ protocol: 'HLS', isLive: true, problem: undefined, notes: [] });
    expect(report.renditions.map(({ name, url }) => [name, url])).toEqual([
      ['video 1280x720 3200 kbit/s', 'https://cdn.test/live/high.m3u8'],
      ['video 640x360 800 kbit/s', 'https://cdn.test/live/low.m3u8'],
      ['audio en English', 'https://cdn.test/live/audio.m3u8'],
    ]);
    expect(looks.filter(({ url }) => url === master)).toHaveLength(1);
    const high = looks.filter(({ rendition }) => rendition.includes('720'));
    expect(high.slice(0, 4).map(({ atSeconds }) => atSeconds)).toEqual([0, 4, 8, 12]);
    expect(report.outputs).toBe(3 * high.length);
    expect(endedAtSeconds).toBeLessThan(120);
    expect(endedAtSeconds).toBeGreaterThan(115);
  });

  it('is read again after half a target duration while it stands still, which H33 names', () => {
    const stopped: Server = (url, nowMs) => live(url, Math.min(nowMs, START_MS + 20_000));
    const { report, looks } = watched(stopped, { url: master, adOf });
    const high = looks.filter(({ rendition }) => rendition.includes('720'));
    expect(high.slice(4, 9).map(({ atSeconds }) => atSeconds)).toEqual([16, 20, 24, 26, 28]);
    expect(report.findings).toMatchObject([
      {
        rule: 'H33',
        severity: 'error',
        detail: 'no new segment for 14.0 s',
        firstSeenMs: START_MS + 34_000,
        lastSeenMs: START_MS + 118_000,
        count: 129,
        renditions: ['video 1280x720 3200 kbit/s', 'video 640x360 800 kbit/s', 'audio en English'],
        url: 'https://cdn.test/live/high.m3u8',
        line: 1,
        excerpt: [{ number: 1, text: '#EXTM3U', isNamed: true }, { number: 2 }, { number: 3 }],
      },
    ]);
  });

  it('RFC 8216 §6.3.4 is read again a target duration after the request began, however long the answer took', () => {
    const plan = { url: 'https://cdn.test/live/low.m3u8', durationMs: MINUTE_MS, adOf };
    const text = playlist(START_MS);
    const answer = { kind: 'text', url: plan.url, text, bytes: text.length } as const;
    const due = (tookMs: number) => {
      const state = beginWatch(plan, START_MS);
      const [look] = dueLooks(state, START_MS);
      if (look === undefined) throw new Error('a look is due');
      const started = { ...look, startedAtMs: START_MS };
      return nextLookMs(takeAnswer(state, started, answer, START_MS + tookMs));
    };
    expect([due(0), due(3_000), due(6_000)]).toEqual([
      START_MS + 4_000,
      START_MS + 4_000,
      START_MS + 6_500,
    ]);
  });

  it('that fails is requested again after half of its reload interval', () => {
    const failing: Server = (url, nowMs) =>
      nowMs >= START_MS + 20_000 && nowMs < START_MS + 30_000 ? 503 : live(url, nowMs);
    const { looks } = watched(failing, { url: master, adOf });
    const high = looks.filter(({ rendition }) => rendition.includes('720'));
    expect(high.slice(4, 12).map(({ atSeconds }) => atSeconds)).toEqual([
      16, 20, 22, 24, 26, 28, 30, 34,
    ]);
  });

  it('in turn: one rendition in each target duration', () => {
    const { report, looks } = watched(live, { url: master, adOf, isInTurn: true });
    expect(report.findings).toEqual([]);
    expect(looks.slice(4, 10).map(({ atSeconds, rendition }) => [atSeconds, rendition])).toEqual([
      [4, 'video 1280x720 3200 kbit/s'],
      [8, 'video 640x360 800 kbit/s'],
      [12, 'audio en English'],
      [16, 'video 1280x720 3200 kbit/s'],
      [20, 'video 640x360 800 kbit/s'],
      [24, 'audio en English'],
    ]);
  });

  it('on demand, each rendition is read once, however short the time', () => {
    const whole = `${print(entries, 0, 40)}#EXT-X-ENDLIST\n`;
    const server: Server = (url) => (url === master ? multivariant : whole);
    const { report, looks, endedAtSeconds } = watched(server, { url: master, durationMs: 1 });
    expect(report).toMatchObject({ isLive: false, outputs: 3, problem: undefined });
    expect(looks).toHaveLength(4);
    expect(endedAtSeconds).toBe(0);
  });

  it('that ends is not watched longer', () => {
    const ending: Server = (url, nowMs) => {
      const isOver = nowMs >= START_MS + 40_000 && url !== master;
      return isOver ? `${live(url, START_MS + 40_000)}#EXT-X-ENDLIST\n` : live(url, nowMs);
    };
    const { report, endedAtSeconds } = watched(ending, { url: master, adOf });
    expect(report).toMatchObject({ isLive: true, findings: [] });
    expect(endedAtSeconds).toBe(40);
  });

  it('H33 a rendition that fails is named, the others are judged on', () => {
    const server: Server = (url, nowMs) => (url.includes('low') ? 404 : live(url, nowMs));
    const { report, looks } = watched(server, { url: master, adOf });
    expect(report.findings).toMatchObject([
      {
        rule: 'H33',
        detail: 'it cannot be read: cdn.test answers with status 404.',
        count: WATCH_LIMITS.maxFirstTries,
        renditions: ['video 640x360 800 kbit/s'],
        excerpt: [],
      },
    ]);
    expect(report.problem).toBeUndefined();
    expect(looks.filter(({ url }) => url.includes('low'))).toHaveLength(3);
  });

  it('H33 a rendition that fails for a while is read again until it comes back', () => {
    const isAway = (nowMs: number) => nowMs > START_MS + 30_000 && nowMs < START_MS + 40_000;
    const server: Server = (url, nowMs) =>
      isAway(nowMs) && url !== master ? 503 : live(url, nowMs);
    const { report } = watched(server, { url: master, adOf });
    expect(report.findings).toMatchObject([{ rule: 'H33', count: 12 }]);
    expect(report.outputs).toBeGreaterThan(75);
  });

  it('a media playlist alone, and one with variables in its addresses', () => {
    const media = 'https://cdn.test/live/high.m3u8';
    expect(watched(live, { url: media, adOf }).report).toMatchObject({
      findings: [],
      renditions: [{ name: 'manifest', url: media }],
    });
    const defined = multivariant
      .replace(
        '#EXTM3U',
        '#EXTM3U\n#EXT-X-DEFINE:NAME="p",VALUE="v1"\n#EXT-X-DEFINE:QUERYPARAM="sid"',
      )
      .replaceAll('low.m3u8', '{$p}/low.m3u8?of={$sid}&{$other}');
    const server: Server = (url, nowMs) => (url === master ? defined : live(url, nowMs));
    const { looks } = watched(server, { url: master, adOf });
    expect(looks.map(({ url }) => url)).toContain(
      'https://cdn.test/live/v1/low.m3u8?of=1&{$other}',
    );
  });

  it('SEC-S71 names no more than its limits allow, and says so', () => {
    const many = Array.from(
      { length: 40 },
      (_, index) => `#EXT-X-STREAM-INF:BANDWIDTH=1000\n${index}.m3u8\n`,
    );
    const server: Server = (url, nowMs) =>
      url === master ? `#EXTM3U\n${many.join('')}` : playlist(nowMs);
    const { report } = watched(server, { url: master, adOf, durationMs: 1 });
    expect(report.renditions).toHaveLength(WATCH_LIMITS.maxRenditions);
    expect(new Set(report.renditions.map(({ name }) => name)).size).toBe(
      WATCH_LIMITS.maxRenditions,
    );
    expect(report.notes).toEqual(['32 of 40 renditions were judged.']);
  });

  it('SEC-S71 ends when the newest outputs of all renditions are too large to be kept', () => {
    const look = { rendition: 'low', url: master };
    const begun = beginWatch({ url: master, durationMs: MINUTE_MS, adOf }, START_MS);
    const [manifest] = begun.manifests;
    if (manifest === undefined) throw new Error('there is no look');
    const high = { ...manifest, rendition: 'high', segments: WATCH_LIMITS.maxHeldSegments - 8 };
    const full = {
      ...begun,
      stream: { protocol: 'HLS', audit: EMPTY_AUDIT } as const,
      manifests: [{ ...manifest, rendition: 'low' }, high],
    };
    expect(nextLookMs(full)).toBe(START_MS);
    const text = print(entries, 0, 9);
    const after = takeAnswer(full, look, { kind: 'text', url: master, text, bytes: 1 }, START_MS);
    expect(nextLookMs(after)).toBeUndefined();
    expect(after.notes).toEqual([expect.stringContaining('more than 600000 segments')]);
  });

  it('SEC-S71 ends when all answers together are too large', () => {
    const { maxTotalBytes } = WATCH_LIMITS;
    const look = { rendition: 'manifest', url: master };
    const heavy: Answer = {
      kind: 'text',
      url: master,
      text: playlist(START_MS),
      bytes: maxTotalBytes / 2,
    };
    const begun = beginWatch({ url: master, durationMs: MINUTE_MS, adOf }, START_MS);
    const once = takeAnswer(begun, look, heavy, START_MS);
    expect(nextLookMs(once)).toBe(START_MS + 4_000);
    const twice = takeAnswer(once, look, heavy, START_MS + 4_000);
    expect(nextLookMs(twice)).toBeUndefined();
    expect(dueLooks(twice, START_MS + MINUTE_MS)).toEqual([]);
    const { notes } = watchReport(twice, { endedAtMs: START_MS, isInterrupted: false });
    expect(notes).toEqual([expect.stringContaining('It ended early')]);
  });
});

describe('a DASH stream', () => {
  const url = 'https://cdn.test/dash/live.mpd';
  const dash: Server = (_, nowMs) => printMpd(40 + 2 * Math.floor((nowMs - START_MS) / 2_000));
  const adsOf = (address: string) => /\/ad\/([^/]+)/.exec(address)?.[1];

  it('is read after each minimumUpdatePeriod', () => {
    const { report, looks } = watched(dash, { url, adOf: adsOf });
    expect(report).toMatchObject({ protocol: 'DASH', isLive: true, findings: [], notes: [] });
    expect(looks.slice(0, 3).map(({ atSeconds }) => atSeconds)).toEqual([0, 2, 4]);
    expect(report.outputs).toBe(60);
  });

  it('is read where its Location says, and no more when it is static', () => {
    const moved: Server = (_, nowMs) => {
      const text = printMpd(40 + 2 * Math.floor((nowMs - START_MS) / 2_000));
      const located = text.replace('<Period', '<Location>session/1.mpd?t=2</Location><Period');
      return nowMs < START_MS + 20_000 ? located : located.replace('"dynamic"', '"static"');
    };
    const { looks, endedAtSeconds, report } = watched(moved, { url, adOf: adsOf });
    expect(looks.slice(0, 3).map((look) => look.url)).toEqual([
      url,
      'https://cdn.test/dash/session/1.mpd?t=2',
      'https://cdn.test/dash/session/session/1.mpd?t=2',
    ]);
    expect(endedAtSeconds).toBe(20);
    expect(report.isLive).toBe(true);
  });

  it('D4 D22 one that fails, is no MPD any more or stands still is named', () => {
    const bad: Server = (_, nowMs) => {
      const seconds = (nowMs - START_MS) / 1000;
      if (seconds > 10 && seconds < 14) return 503;
      if (seconds > 20 && seconds < 24) return '<html>';
      return dash('', Math.min(nowMs, START_MS + 60_000));
    };
    const { report } = watched(bad, { url, adOf: adsOf });
    expect(report.findings.map(({ rule, detail }) => [rule, detail])).toEqual([
      ['D4', 'it cannot be read: cdn.test answers with status 503.'],
      ['D4', expect.stringContaining('the output is no MPD: ')],
      ['D22', 'no new segment for 6.0 s'],
    ]);
  });

  it('D3 is judged within what the MPD declares to be one run of content', () => {
    const twice = (connected: string) =>
      `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S">
${['0', '4']
  .map(
    (start) => `<Period id="p${start}" start="PT${start}S" duration="PT4S">
<AdaptationSet id="v" contentType="video" mimeType="video/mp4">${start === '4' ? connected : ''}
<SegmentTemplate timescale="1" media="$Time$.m4s" initialization="init.mp4"><SegmentTimeline><S t="0" d="4"/></SegmentTimeline></SegmentTemplate>
<Representation id="v1" bandwidth="1"/></AdaptationSet></Period>`,
  )
  .join('\n')}
</MPD>`;
    const property = (kind: string) =>
      `<SupplementalProperty schemeIdUri="urn:mpeg:dash:period-${kind}:2015" value="p0"/>`;
    const rules = (text: string) =>
      watched(() => text, { url }).report.findings.map(({ rule }) => rule);
    expect(rules(twice(''))).toEqual([]);
    expect(rules(twice(property('connectivity')))).toEqual([]);
    expect(rules(twice(property('continuity')))).toEqual(['D3']);
  });
});

describe('what cannot be judged', () => {
  const problem = (answer: string | number, url = master) =>
    watched((asked) => (asked === url ? answer : 404), { url }).report.problem;

  it.each([
    ['an answer with an error', 503, 'cdn.test answers with status 503.'],
    [
      'a page',
      '<html><p>hello',
      'neither an HLS playlist nor an MPD: it begins with "<html><p>hello"',
    ],
    ['nothing', '', 'neither an HLS playlist nor an MPD: it is empty.'],
    ['a broken MPD', '<MPD><Period></MPD>', 'neither an HLS playlist nor an MPD: '],
    ['no variant', '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO\n', 'names no playlist that can be requested'],
    [
      'no rendition that answers',
      multivariant,
      'None of its renditions can be read: cdn.test answers with status 404.',
    ],
    [
      'a billion laughs',
      '<!DOCTYPE x [<!ENTITY a "b">]><MPD/>',
      'neither an HLS playlist nor an MPD',
    ],
    [
      'a huge MPD',
      `<MPD>${'<Period/>'.repeat(100_001)}</MPD>`,
      'neither an HLS playlist nor an MPD',
    ],
    ['a huge playlist', `#EXTM3U\n${'\n'.repeat(1_100_000)}`, 'exceeds maxLines'],
  ])('%s', (_, answer, sentence) => {
    expect(problem(answer)).toContain(sentence);
  });

  it('SEC-S71 a server that answers something else each time does not make the judge fail', () => {
    const texts = [
      multivariant,
      '',
      '#EXTM3U\n#EXTINF:-1,\n\u001b[2J\n#EXT-X-ENDLIST',
      '<MPD type="dynamic"/>',
      `#EXTM3U\n${'#EXTINF:1,\n'.repeat(1_000)}`,
      playlist(START_MS),
      printMpd(40),
    ];
    for (const [first] of texts.entries()) {
      let at = first;
      const server: Server = () => texts[at++ % texts.length] ?? '';
      const { report } = watched(server, { url: master, durationMs: MINUTE_MS });
      expect(report.findings.length).toBeLessThanOrEqual(WATCH_LIMITS.maxFindings);
      expect(JSON.stringify(report)).not.toContain('\\u001b');
    }
  });
});
