import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIT_RULES, auditSession, EMPTY_AUDIT } from './index.ts';
import { judge, layOut, print } from './session.suite.ts';

const shape = {
  segmentSeconds: 4,
  breaks: [
    { atSeconds: 24, ads: [10, 6] },
    { atSeconds: 80, ads: [8] },
  ],
  totalSeconds: 140,
};
const video = layOut(shape);
const audio = layOut({ ...shape, segmentSeconds: 3.2 });
const firstAd = video.findIndex((entry) => entry.discontinuity);

/** Two outputs around the first break, the second two segments later. */
const earlier = print(video, firstAd - 4, firstAd + 10);
const later = print(video, firstAd - 2, firstAd + 12);
const pair = (second: string, first = earlier) => judge([{ text: first }, { text: second }]);
const breaks = (rule: string, second: string, first = earlier) => {
  expect(second === later && first === earlier).toBe(false);
  const { rules, findings } = pair(second, first);
  expect(rules).toContain(rule);
  return findings.find((finding) => finding.rule === rule);
};
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

describe('a correct session', () => {
  it.each(Object.keys(AUDIT_RULES))('%s passes', () => {
    expect(pair(later).findings).toEqual([]);
  });

  it('has no finding over a whole session with three renditions and a late joiner', () => {
    const outputs = [];
    for (let from = 0; from + 8 < video.length; from++) {
      outputs.push({ rendition: 'video', atSeconds: from * 3, text: print(video, from, from + 8) });
      const time = video[from + 7]?.startMs ?? 0;
      const edge = audio.filter((entry) => entry.startMs <= time).length;
      if (from % 2 === 0)
        outputs.push({
          rendition: 'audio',
          atSeconds: from * 3,
          text: print(audio, Math.max(0, edge - 9), edge),
        });
      if (from > 20)
        outputs.push({ rendition: 'low', atSeconds: from * 3, text: print(video, from, from + 8) });
    }
    expect(judge(outputs).findings).toEqual([]);
    expect(judge(outputs, false).findings).toEqual([]);
  });

  it('has no finding for random breaks, windows and fetch times', () => {
    const oneBreak = fc.record({
      gap: fc.integer({ min: 5, max: 60 }),
      ads: fc.array(
        fc.integer({ min: 3, max: 15 }).map((n) => n * 2),
        { minLength: 1, maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(
        fc.array(oneBreak, { maxLength: 4 }),
        fc.constantFrom(2, 3.2, 4),
        fc.constantFrom(2, 3.84, 4),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 40 }),
        (gaps, one, two, steps) => {
          let at = 0;
          const list = gaps.map(({ gap, ads }) => {
            at += gap;
            const atSeconds = at;
            at += ads.reduce((sum, ad) => sum + ad, 0) + 5;
            return { atSeconds, ads };
          });
          const layouts = [one, two].map((segmentSeconds) =>
            layOut({ segmentSeconds, breaks: list, totalSeconds: 400 }),
          );
          let from = 0;
          const outputs = steps.flatMap((step, index) => {
            from += step;
            return layouts.map((entries, rendition) => ({
              rendition: `r${rendition}`,
              atSeconds: index / 2,
              text: print(entries, from, from + 10),
            }));
          });
          expect(judge(outputs).findings).toEqual([]);
        },
      ),
      { numRuns: 300, seed: 33 },
    );
  });
});

describe('planted faults', () => {
  it('H1 finds a sequence that goes back, a changed segment and a lost tail', () => {
    expect(breaks('H1', earlier, later)?.line).toBe(4);
    const changed = later.replace('content/4.m4s', 'content/9999.m4s');
    expect(breaks('H1', changed)).toMatchObject({
      line: lineOf(changed, 'content/9999.m4s') - 1,
      earlier: { index: 0 },
      later: { index: 1 },
    });
    breaks('H1', print(video, firstAd - 2, firstAd + 8));
    breaks('H1', later.replace(/#EXTINF:2\.000,\nad\/0-0\/s2/, '#EXTINF:1.900,\nad/0-0/s2'));
    breaks(
      'H1',
      print(video, firstAd, firstAd + 12),
      earlier.replace('#EXT-X-VERSION:7', '#EXT-X-PLAYLIST-TYPE:EVENT'),
    );
    breaks('H1', later, `${earlier}#EXT-X-ENDLIST\n`);
  });

  it('H2 finds a discontinuity that left uncounted, counted twice, or a sequence that goes back', () => {
    const left = print(video, firstAd + 1, firstAd + 12);
    expect(pair(left).findings).toEqual([]);
    breaks('H2', left.replace('DISCONTINUITY-SEQUENCE:11', 'DISCONTINUITY-SEQUENCE:10'));
    expect(
      breaks('H2', left.replace('DISCONTINUITY-SEQUENCE:11', 'DISCONTINUITY-SEQUENCE:12'))?.line,
    ).toBe(5);
    const still = print(video, firstAd, firstAd + 12);
    expect(pair(still).findings).toEqual([]);
    breaks('H2', still.replace('DISCONTINUITY-SEQUENCE:10', 'DISCONTINUITY-SEQUENCE:11'));
    breaks('H2', later.replace('#EXT-X-DISCONTINUITY-SEQUENCE:10\n', ''));
  });

  it('H2 accepts a first tag that is stripped when the sequence is raised for it', () => {
    const still = print(video, firstAd, firstAd + 12);
    const stripped = still
      .replace('DISCONTINUITY-SEQUENCE:10', 'DISCONTINUITY-SEQUENCE:11')
      .replace('#EXT-X-DISCONTINUITY\n', '');
    expect(pair(stripped).findings).toEqual([]);
  });

  it('H3 finds other numbers at the same time, and a break that is missing in one rendition', () => {
    const other = (text: string) => judge([{ text: later }, { rendition: 'audio', text }]).rules;
    const audioText = print(audio, 4, 22);
    expect(other(audioText)).toEqual([]);
    expect(
      other(audioText.replace('DISCONTINUITY-SEQUENCE:10', 'DISCONTINUITY-SEQUENCE:11')),
    ).toContain('H3');
    expect(
      other(audioText.replace('DISCONTINUITY-SEQUENCE:10', 'DISCONTINUITY-SEQUENCE:9')),
    ).toContain('H3');
    expect(other(audioText.replace('#EXT-X-DISCONTINUITY\n', ''))).toContain('H3');
    const unstitched = layOut({ ...shape, segmentSeconds: 3.2, breaks: [] });
    expect(other(print(unstitched, 4, 22))).toContain('H3');
  });

  it('H3 finds by name what has no dates', () => {
    const undated = (text: string) => text.replaceAll(/#EXT-X-PROGRAM-DATE-TIME:.*\n/g, '');
    const audioText = undated(print(audio, 4, 22));
    const both = (text: string) => judge([{ text: undated(later) }, { rendition: 'audio', text }]);
    expect(both(audioText).findings).toEqual([]);
    const shifted = audioText.replace('DISCONTINUITY-SEQUENCE:10', 'DISCONTINUITY-SEQUENCE:11');
    expect(both(shifted).rules).toContain('H3');
  });

  it('H3 H7 finds two discontinuities on one segment', () => {
    const doubled = later.replace(
      '#EXT-X-DISCONTINUITY\n',
      '#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY\n',
    );
    breaks('H7', doubled, doubled);
  });

  it('H7 finds a change to an ad, between ads and back without discontinuity', () => {
    for (const which of [0, 1, 2]) {
      let count = 0;
      const text = later.replace(/#EXT-X-DISCONTINUITY\n/g, (tag) =>
        count++ === which ? '' : tag,
      );
      expect(judge([{ text }]).rules).toContain('H7');
    }
  });

  it('H8 finds a map that is not printed at a change, lost by sliding, or put on a TS segment', () => {
    breaks('H8', later.replace(/#EXT-X-MAP:URI="ad\/0-1.*\n/, ''));
    const afterAd = later.lastIndexOf('#EXT-X-MAP:URI="init.mp4"\n');
    breaks(
      'H8',
      later.slice(0, afterAd) + later.slice(afterAd + '#EXT-X-MAP:URI="init.mp4"\n'.length),
    );
    breaks('H8', later.replace('#EXT-X-MAP:URI="init.mp4"\n', ''));
    // The content key would decrypt the clear map of the ad (RFC 8216 4.3.2.4).
    breaks('H8', later.replace(/(#EXT-X-KEY:METHOD=NONE\n)(#EXT-X-MAP:.*\n)/, '$2$1'));
    breaks('H8', later.replace('ad/0-0/s2.m4s', 'ad/0-0/s2.ts?x'));
  });

  it('H8 lets TS and WebVTT have maps of their own kind', () => {
    const text = later.replaceAll('.m4s', '.ts').replaceAll('init.mp4', 'header.ts');
    expect(judge([{ text }]).findings).toEqual([]);
  });

  it('H9 finds a content key on an ad, a missing key on return, a lost key and a missing IV', () => {
    breaks('H9', later.replace('#EXT-X-KEY:METHOD=NONE\n', ''));
    const back = later.lastIndexOf('#EXT-X-DISCONTINUITY\n');
    breaks('H9', later.slice(0, back) + later.slice(back).replace(/#EXT-X-KEY:.*\n/g, ''));
    breaks('H9', later.replace(/#EXT-X-KEY:METHOD=AES-128.*\n/, ''));
    const withoutIv = (text: string) => text.replaceAll(/,IV=0x[\da-f]+/g, '');
    breaks('H9', withoutIv(later), withoutIv(earlier));
  });

  it('H9 lets a session without ads rely on sequence numbers as IV', () => {
    const plain = print(layOut({ ...shape, breaks: [] }), 2, 12).replaceAll(/,IV=0x[\da-f]+/g, '');
    expect(judge([{ text: plain }, { text: plain }]).findings).toEqual([]);
  });

  it('H11 finds a date that goes back, is missing, moves, or precedes the output before', () => {
    const dates = [...later.matchAll(/PROGRAM-DATE-TIME:(.*)\n/g)].map((match) => match[1] ?? '');
    breaks('H11', later.replaceAll(dates[1] ?? '', '2026-03-01T11:59:00.000Z'));
    breaks('H11', later.replace(`#EXT-X-PROGRAM-DATE-TIME:${dates[1]}\n`, ''));
    breaks('H11', later.replaceAll('2026-03-01T12', '2026-03-01T13'));
    const far = print(video, firstAd + 14, firstAd + 24);
    expect(pair(far).findings).toEqual([]);
    breaks('H11', far.replaceAll('2026-03-01T12', '2026-03-01T11'));
  });

  it('H12 finds a longer segment and a changed target duration', () => {
    breaks('H12', later.replace('TARGETDURATION:4', 'TARGETDURATION:3'));
    const long = later.replaceAll('#EXTINF:4.000', '#EXTINF:4.500');
    breaks('H12', long, earlier.replaceAll('#EXTINF:4.000', '#EXTINF:4.500'));
    expect(
      pair(later.replaceAll('4.000', '4.499'), earlier.replaceAll('4.000', '4.499')).rules,
    ).not.toContain('H12');
  });

  it('H22 finds a pod that lasts a segment longer in another rendition', () => {
    const longer = layOut({
      ...shape,
      segmentSeconds: 3.2,
      breaks: [{ atSeconds: 24, ads: [14, 6] }],
    });
    const wide = print(video, firstAd - 2, firstAd + 12);
    const { rules } = judge([{ text: wide }, { rendition: 'audio', text: print(longer, 4, 24) }]);
    expect(rules).toContain('H22');
  });

  it('H22 finds a discontinuity a segment away from its place in another rendition', () => {
    const moved = layOut({
      ...shape,
      segmentSeconds: 3.2,
      breaks: [{ atSeconds: 27, ads: [10, 6] }],
    });
    const audioText = print(moved, 5, 24);
    expect(judge([{ text: later }, { rendition: 'audio', text: audioText }]).rules).toContain(
      'H22',
    );
    const near = layOut({ ...shape, segmentSeconds: 3.2 });
    expect(
      judge([{ text: later }, { rendition: 'audio', text: print(near, 5, 24) }]).rules,
    ).toEqual([]);
  });

  it('H33 finds an empty playlist, a shrunken window, a stale one, and what is no playlist', () => {
    expect(breaks('H33', print(video, firstAd, firstAd))?.detail).toBe('the playlist is empty');
    breaks('H33', print(video, firstAd + 8, firstAd + 11));
    breaks('H33', '<html>502</html>');
    const stale = (atSeconds: number) =>
      judge([
        { text: later, atSeconds: 0 },
        { text: later, atSeconds: 6 },
        { text: later, atSeconds },
      ]).rules;
    expect(stale(12)).toEqual([]);
    expect(stale(13)).toEqual(['H33']);
  });

  it('names the rule, both outputs and the line, and bounds the findings of one output', () => {
    const [finding] = pair(later.replace('TARGETDURATION:4', 'TARGETDURATION:5')).findings;
    expect(finding).toEqual({
      rule: 'H12',
      title: AUDIT_RULES.H12,
      severity: 'error',
      earlier: { renditionId: 'video', fetchedAtMs: expect.any(Number), index: 0 },
      later: { renditionId: 'video', fetchedAtMs: expect.any(Number), index: 1 },
      line: 3,
      detail: 'EXT-X-TARGETDURATION went from 4 to 5',
    });
    const all = auditSession(EMPTY_AUDIT, {
      renditionId: 'video',
      fetchedAtMs: 0,
      text: later.replace('TARGETDURATION:4', 'TARGETDURATION:1'),
    });
    expect(all.findings.filter((one) => one.rule === 'H12')).toHaveLength(5);
  });

  it('H1 H11 H33 finds what is lesser as a warning', () => {
    const severity = (rule: string, second: string, first = earlier) =>
      breaks(rule, second, first)?.severity;
    const signed = (text: string, token: number) => text.replaceAll(/\.m4s$/gm, `.m4s?t=${token}`);
    expect(severity('H1', signed(later, 2), signed(earlier, 1))).toBe('warning');
    expect(
      severity('H1', signed(later, 2).replace('content/4.', 'content/99.'), signed(earlier, 1)),
    ).toBe('error');
    const dates = [...later.matchAll(/PROGRAM-DATE-TIME:(.*)\n/g)].map((match) => match[1] ?? '');
    expect(severity('H11', later.replace(`#EXT-X-PROGRAM-DATE-TIME:${dates[1]}\n`, ''))).toBe(
      'warning',
    );
    const wide = print(video, 0, 20);
    expect(severity('H33', print(video, 11, 20), wide)).toBe('warning');
    expect(severity('H33', print(video, 18, 20), wide)).toBe('error');
  });

  it('never throws on mutated outputs', () => {
    const edit = fc.tuple(
      fc.nat(later.length),
      fc.nat(30),
      fc.constantFrom('', '\n', '#', '-9', '9'.repeat(20), '#EXT-X-DISCONTINUITY\n'),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        let text = later;
        for (const [at, cut, put] of edits) text = text.slice(0, at) + put + text.slice(at + cut);
        judge([{ text: earlier }, { text }, { text: later }, { rendition: 'audio', text }]);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 1500), seed: 133 },
    );
  });
});
