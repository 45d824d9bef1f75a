import { parseXml } from '@interlude/dash';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../rules.ts';
import { WATCH_LIMITS } from '../watch/watch-limits.ts';
import { type AuditReport, exitStatus, rulesOf } from './audit-report.ts';
import { excerptAt } from './excerpt.ts';
import { type FoldedFindings, foldFindings } from './fold-findings.ts';
import { htmlReport } from './html-report.ts';
import { jsonReport } from './json-report.ts';
import { junitReport } from './junit-report.ts';
import { safeManifest, safeText } from './safe-text.ts';
import { textReport } from './text-report.ts';

const START_MS = Date.UTC(2026, 2, 1, 12);

type Found = Omit<Finding, 'later'>;

const found = (more: Partial<Found> = {}): Found => ({
  rule: 'H12',
  title: 'EXT-X-TARGETDURATION covers every segment and never changes',
  severity: 'error',
  line: 3,
  detail: '4.2 s is longer than 3 s',
  ...more,
});

const text = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-TARGETDURATION:3',
  '#EXTINF:4.2,',
  'a.ts',
].join('\n');

function folded(...outputs: readonly (readonly Found[])[]) {
  let state: FoldedFindings = new Map();
  let isCut = false;
  for (const [index, findings] of outputs.entries()) {
    const result = foldFindings(state, findings, {
      rendition: `v${index % 12}`,
      url: 'https://user:word@cdn.test/v.m3u8?token=abc&x=1',
      text,
      nowMs: START_MS + index * 1_000,
    });
    state = result.folded;
    isCut ||= result.isCut;
  }
  return { findings: [...state.values()], isCut };
}

function reportOn(...outputs: readonly (readonly Found[])[]): AuditReport {
  return {
    url: 'https://cdn.test/master.m3u8',
    protocol: 'HLS',
    isLive: true,
    startedAtMs: START_MS,
    endedAtMs: START_MS + 90_000,
    isInterrupted: false,
    renditions: [{ name: 'v0 <b>', url: 'https://cdn.test/v.m3u8', outputs: 30 }],
    outputs: 30,
    bytes: 3_000,
    findings: folded(...outputs).findings,
    notes: ['A note.'],
    problem: undefined,
  };
}

const warning = found({
  rule: 'H11',
  title: 'EXT-X-PROGRAM-DATE-TIME runs forward and is printed after every discontinuity',
  severity: 'warning',
  detail: 'no EXT-X-PROGRAM-DATE-TIME after a discontinuity',
});
const unjudged: AuditReport = { ...reportOn(), problem: 'cdn.test answers with status 404.' };

describe('folding', () => {
  it('makes one finding of what many outputs show, with first, last, count and renditions', () => {
    const { findings } = folded(
      [found()],
      [],
      [found({ detail: '4.3 s is longer than 3 s' }), found({ detail: '9 s is longer than 3 s' })],
      [found({ detail: 'EXT-X-TARGETDURATION went from 3 to 4' })],
    );
    expect(findings).toMatchObject([
      {
        rule: 'H12',
        clause: 'RFC 8216 §4.3.3.1',
        detail: '4.2 s is longer than 3 s',
        firstSeenMs: START_MS,
        lastSeenMs: START_MS + 2_000,
        count: 2,
        renditions: ['v0', 'v2'],
        url: 'https://cdn.test/v.m3u8?token=…&x=1',
        line: 3,
      },
      { detail: 'EXT-X-TARGETDURATION went from 3 to 4', count: 1 },
    ]);
    expect(findings[0]?.excerpt).toEqual(
      text
        .split('\n')
        .map((line, index) => ({ number: index + 1, text: line, isNamed: index === 2 })),
    );
  });

  it('keeps a bounded number of findings and of renditions', () => {
    const words = (index: number) =>
      [...String(index)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
    const many = Array.from({ length: 300 }, (_, index) => found({ detail: words(index) }));
    const { findings, isCut } = folded(many);
    expect(findings).toHaveLength(WATCH_LIMITS.maxFindings);
    expect(isCut).toBe(true);
    const everywhere = folded(...Array.from({ length: 12 }, () => [found()]));
    expect(everywhere.isCut).toBe(false);
    expect(everywhere.findings[0]?.renditions).toHaveLength(WATCH_LIMITS.maxNamedRenditions);
    expect(everywhere.findings[0]?.count).toBe(12);
  });
});

describe('what a server wrote', () => {
  it.each([
    ['https://u:p@h.test/a.ts', 'https://h.test/a.ts'],
    ['a.ts?auth_token=abc%20d&n=1', 'a.ts?auth_token=…&n=1'],
    ['URI="k?x=1&amp;Signature=abc"', 'URI="k?x=1&amp;Signature=…"'],
    [`/hls/c1/${'s'.repeat(80)}/v0.m3u8`, '/hls/c1/ssssssss…/v0.m3u8'],
    ['ad/b1.0/v0/3.m4s?m=aHR0cHM6Ly9j&s=Zx-1', 'ad/b1.0/v0/3.m4s?m=…&s=…'],
    ['"ad/b.0/1.m4s?m=aHR0&amp;s=Zx"', '"ad/b.0/1.m4s?m=…&amp;s=…"'],
    ['clear\u001b[2J \u202Eback\u0007\uFFFE', 'clear\u{FFFD}[2J \u{FFFD}back\u{FFFD}\u{FFFD}'],
    ['half \uD83D', 'half \u{FFFD}'],
    ['monday=1?week=2', 'monday=1?week=2'],
  ])('SEC-S71 %j is shown as %j', (from, to) => {
    expect(safeText(from)).toBe(to);
  });

  it('SEC-S93 a manifest is kept without the media behind the segments of its ads', () => {
    const kept = safeManifest('#EXTINF:2,\nad/b1.0/v0/0.ts?m=aHR0cHM6Ly9j&s=Zx\nv0-1.ts?m=1\n');
    expect(kept).toBe('#EXTINF:2,\nad/b1.0/v0/0.ts?m=…&s=…\nv0-1.ts?m=1\n');
  });

  it('SEC-S71 is shortened before it is looked through, however long it is', () => {
    expect(safeText('a'.repeat(1_000))).toHaveLength(401);
    for (const part of ['?token', '//', '/a', '?a=', '&key']) {
      const [line] = excerptAt(part.repeat(1_000_000), 1, 'x1 is y2');
      expect(line?.text.length).toBeLessThanOrEqual(161);
    }
    const lines = excerptAt('\n'.repeat(1_000_000), 999_990, 'x1');
    expect(lines.map(({ number }) => number)).toEqual([
      999_988, 999_989, 999_990, 999_991, 999_992,
    ]);
  });

  it('in one long line is shown where the finding is, from the beginning of a word', () => {
    const line = `<MPD>${' '.repeat(500)}<Period id="p7" start="PT9S"><BaseURL>https://h.test/a?token=${'x'.repeat(300)}/seg-4711.m4s</BaseURL></Period>`;
    const [near] = excerptAt(line, 1, 'Period p7 starts at 9 ms');
    expect(near?.text).toContain('<Period id="p7" start="PT9S">');
    const [inWord] = excerptAt(line, 1, '/seg-4711.m4s starts after');
    expect(inWord?.text).toMatch(/^….*https:\/\/h\.test\/a\?token=…/);
    expect(inWord?.text).not.toContain('xxx');
    expect(excerptAt('a'.repeat(9_000), 1, 'none')).toEqual([
      { number: 1, text: `${'a'.repeat(160)}…`, isNamed: true },
    ]);
    expect(excerptAt(`${'a'.repeat(9_000)}b9`, 1, 'b9 moved')[0]?.text).toBe('…');
    expect(excerptAt('', 1, '')).toEqual([]);
  });
});

describe('the exit status', () => {
  it.each([
    ['no finding', reportOn(), 0, 0],
    ['a warning', reportOn([warning]), 0, 1],
    ['an error', reportOn([found()]), 1, 1],
    ['nothing judged', unjudged, 2, 2],
  ] as const)('%s', (_, report, fromError, fromWarning) => {
    expect(exitStatus(report, 'error')).toBe(fromError);
    expect(exitStatus(report, 'warning')).toBe(fromWarning);
  });
});

describe('the report as text', () => {
  it('shows what was judged, each finding, and the status', () => {
    expect(textReport(reportOn([found()], [found(), warning]), 'error')).toBe(
      `HLS, live: https://cdn.test/master.m3u8
1 manifest, 30 outputs in 1 min 30 s from 2026-03-01T12:00:00Z
A note.

ERROR H12: EXT-X-TARGETDURATION covers every segment and never changes (RFC 8216 §4.3.3.1)
  4.2 s is longer than 3 s
  seen in 2 outputs, first 2026-03-01T12:00:00Z, last 2026-03-01T12:00:01Z, in v0, v1
  https://cdn.test/v.m3u8?token=…&x=1 line 3
        1  #EXTM3U
        2  #EXT-X-VERSION:7
  >     3  #EXT-X-TARGETDURATION:3
        4  #EXTINF:4.2,
        5  a.ts
  What to do: Encode ads in segments no longer than the target duration of the content, and keep that for the life of the stream.

WARNING H11: EXT-X-PROGRAM-DATE-TIME runs forward and is printed after every discontinuity (RFC 8216 §4.3.2.6)
  no EXT-X-PROGRAM-DATE-TIME after a discontinuity
  seen once, first 2026-03-01T12:00:01Z, in v1
  https://cdn.test/v.m3u8?token=…&x=1 line 3
        1  #EXTM3U
        2  #EXT-X-VERSION:7
  >     3  #EXT-X-TARGETDURATION:3
        4  #EXTINF:4.2,
        5  a.ts
  What to do: Date ads by the clock of the programme that they replace, and print EXT-X-PROGRAM-DATE-TIME after every discontinuity.

1 error, 1 warning. Exit status 1.
`,
    );
    expect(textReport(unjudged, 'error')).toContain(
      'It could not be judged. cdn.test answers with status 404.',
    );
    expect(textReport({ ...reportOn(), isInterrupted: true }, 'error')).toContain(
      'ended early by the user',
    );
  });
});

describe('the report as JSON', () => {
  it('has every field of the report, with dates', () => {
    const value: unknown = JSON.parse(jsonReport(reportOn([found()]), 'error'));
    expect(value).toMatchObject({
      schemaVersion: 1,
      protocol: 'HLS',
      problem: null,
      exitStatus: 1,
      startedAt: '2026-03-01T12:00:00Z',
      endedAt: '2026-03-01T12:01:30Z',
      findings: [
        {
          rule: 'H12',
          severity: 'error',
          firstSeenAt: '2026-03-01T12:00:00Z',
          lastSeenAt: '2026-03-01T12:00:00Z',
          count: 1,
          advice: expect.stringContaining('Encode ads'),
        },
      ],
    });
    expect(JSON.parse(jsonReport(unjudged, 'error'))).toMatchObject({ exitStatus: 2 });
  });
});

describe('the report as JUnit', () => {
  it('is XML with a test case per rule, which fails with its findings', () => {
    const nasty = found({ detail: 'a & b <c> "d"' });
    const xml = junitReport(reportOn([nasty, warning]), 'error');
    expect(parseXml(xml).kind).not.toBe('broken');
    expect(xml.match(/<testcase /g)).toHaveLength(rulesOf('HLS').length);
    expect(xml).toContain('failures="1" errors="0" time="90.000" timestamp="2026-03-01T12:00:00"');
    expect(xml).toContain('<failure type="error" message="a &amp; b &lt;c&gt; &quot;d&quot;">');
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml.match(/<system-out>no EXT-X-PROGRAM/g)).toHaveLength(1);
    expect(junitReport(reportOn([nasty, warning]), 'warning').match(/<failure /g)).toHaveLength(2);
    expect(junitReport({ ...reportOn(), protocol: 'DASH' }, 'error')).toContain('name="D22 ');
  });

  it('has one case with an error where nothing was judged', () => {
    const xml = junitReport(unjudged, 'error');
    expect(parseXml(xml).kind).not.toBe('broken');
    expect(xml).toContain('tests="1" failures="0" errors="1"');
    expect(xml).toContain('<error message="cdn.test answers with status 404."/>');
  });
});

describe('the report as HTML', () => {
  it('SEC-S71 loads nothing, runs nothing, and escapes what the server wrote', () => {
    const page = htmlReport(reportOn([found({ detail: '<script>alert(1)</script>' })]), 'error');
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(page).not.toMatch(/<script|<link|<img|url\(|@import|\ssrc=|\shref=/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('v0 &lt;b&gt;');
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page).toContain('<mark>    3  #EXT-X-TARGETDURATION:3</mark>');
    expect(page).toContain('1 error, 0 warnings.');
    expect(htmlReport(reportOn(), 'error')).toContain('No finding.');
    expect(htmlReport(unjudged, 'error')).toContain('cdn.test answers with status 404.');
  });
});
