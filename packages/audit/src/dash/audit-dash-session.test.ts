import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIT_RULES } from '../rules.ts';
import { judge, PARTS, print } from './mpd-session.suite.ts';

/** An edge after the return: all four Periods are listed. */
const before = print(34);
const after = print(36);
const change = (text: string, from: string | RegExp, to: string) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return changed;
};
const breaks = (rule: string, later: string, earlier = before) => {
  const { findings, rules } = judge([earlier, later]);
  expect(rules).toContain(rule);
  return findings.find((finding) => finding.rule === rule);
};

describe('a correct DASH session', () => {
  it.each(Object.keys(AUDIT_RULES).filter((rule) => rule.startsWith('D')))('%s passes', () => {
    expect(judge([before, after]).findings).toEqual([]);
  });

  it('has no finding from the first segment to long after the break, whatever the polls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 40 }),
        (steps) => {
          let edge = 4;
          const texts = steps.map((step) => {
            edge += step * 2;
            return print(edge);
          });
          expect(judge(texts).findings).toEqual([]);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});

describe('planted faults in DASH', () => {
  it('D1 finds identities that move', () => {
    breaks('D1', change(after, 'id="s1"', 'id="s2"'));
    breaks('D1', change(after, '2026-01-01T00:00:00.000Z"', '2026-01-01T00:00:01.000Z"'));
    expect(
      breaks(
        'D1',
        change(after, '<Period id="p0-r1" start="PT30S"', '<Period id="p0-r1" start="PT31S"'),
      ),
    ).toMatchObject({
      later: { index: 1 },
      earlier: { index: 0 },
    });
    breaks(
      'D1',
      change(after, 'presentationTimeOffset="2700000"', 'presentationTimeOffset="2790000"'),
    );
    breaks('D1', change(after, 'id="a1"', 'id="a2"'));
    breaks('D1', change(after, '<AdaptationSet id="audio"', '<AdaptationSet id="sound"'));
    breaks('D1', change(after, 'start="PT26S"', 'start="PT20S"'));
    breaks(
      'D1',
      change(
        after,
        '<Period id="p0" start="PT0S"',
        '<Period id="p0" duration="PT21S" start="PT0S"',
      ),
    );
  });

  it('D2 finds content that is added or taken away elsewhere than at the ends', () => {
    breaks(
      'D2',
      change(after, /<S t="2700000" d="180000" r="2"\/>/, '<S t="2700000" d="180000" r="0"/>'),
    );
    breaks(
      'D2',
      change(
        before,
        '<Period id="b1-0"',
        '<Period id="new" start="PT18S"></Period>\n<Period id="b1-0"',
      ),
    );
    const longer = change(print(24, 24), 'r="9"', 'r="12"');
    breaks('D2', change(print(26, 24), 'r="8"', 'r="12"'), longer.length > 0 ? print(24, 24) : '');
  });

  it('D3 finds content that plays off its time, and Periods whose start is derived from durations', () => {
    const shifted = PARTS.map((part) => (part.id === 'p0-r1' ? { ...part, from: 30 } : part));
    const text = print(34, 24, shifted);
    const late = text.replace(
      '<Period id="p0-r1" start="PT30S">',
      '<Period id="p0-r1" start="PT32S">',
    );
    expect(judge([late]).rules).toContain('D3');
    const declared = change(after, '<Period id="b1-0"', '<Period id="b1-0" duration="PT6S"');
    breaks('D3', change(declared, '<Period id="b1-1" start="PT26S"', '<Period id="b1-1"'));
  });

  it('D3 is judged within a run of content, where an asset plays again or is parted', () => {
    const shifted = PARTS.map((part) => (part.id === 'p0-r1' ? { ...part, from: 30 } : part));
    const late = print(34, 24, shifted).replace(
      '<Period id="p0-r1" start="PT30S">',
      '<Period id="p0-r1" start="PT32S">',
    );
    expect(judge([late], (periodId) => periodId).rules).not.toContain('D3');
    expect(judge([late], (periodId) => periodId.slice(0, 2)).rules).toContain('D3');
  });

  it('D4 finds an exit that drops a Period, or a presentation that ends earlier', () => {
    const dropped = after.replace(/<Period id="p0-r1"[\s\S]*?<\/Period>\n/, '');
    breaks('D4', dropped);
    breaks('D4', after.replace(/<Period id="b1-0"[\s\S]*?<\/Period>\n/, ''));
    breaks('D4', print(32));
    expect(judge(['<html>not found</html>']).rules).toEqual(['D4']);
  });

  it('D1 D4 shaka-player #10604: the update of an exit that moves the last ad and lacks the programme is named, the next one too', () => {
    const exit = change(
      after.replace(/<Period id="p0-r1"[\s\S]*?<\/Period>\n/, ''),
      'start="PT26S"',
      'start="PT21S"',
    );
    const { findings } = judge([before, exit, print(38)]);
    const named = (rule: string) =>
      findings.filter((finding) => finding.rule === rule).map(({ later }) => later?.index);
    expect(named('D4')).toContain(1);
    expect(named('D1')).toEqual(expect.arrayContaining([1, 2]));
  });

  it('D4 counts the buffer from the clock of players, which is ahead of the edge by a live delay', () => {
    const delayed = (edge: number, delaySeconds: number) =>
      change(
        print(edge, 24),
        /timeShiftBufferDepth="PT24S" suggestedPresentationDelay="PT6S"/,
        `timeShiftBufferDepth="PT44S" suggestedPresentationDelay="PT${6 + delaySeconds}S"`,
      );
    const rulesOf = (delaySeconds: number, aheadSeconds: number) => {
      const texts = [42, 44].map((edge) => delayed(edge, delaySeconds));
      return judge(texts, undefined, (index) => 42 + 2 * index + aheadSeconds).rules;
    };
    expect(rulesOf(20, 20)).toEqual([]);
    expect(rulesOf(20, 0)).toEqual(['D4']);
    // With a clock an hour ahead, the buffer is counted from the edge plus suggestedPresentationDelay.
    expect(rulesOf(0, 3_600)).toEqual(['D4']);
  });

  it('D5 finds a Period without segments', () => {
    breaks('D5', change(after, /<S t="2700000"[^>]*\/>/, ''));
    breaks('D5', change(after, '</MPD>', '<Period id="empty" start="PT40S"></Period></MPD>'));
  });

  it('D6 finds an id that stands twice, is missing or is another one for the same start', () => {
    breaks('D6', change(after, 'id="b1-1"', 'id="b1-0"'));
    breaks('D6', change(after, ' id="b1-1"', ''));
    breaks('D6', change(after, 'id="b1-1"', 'id="b1-7"'));
  });

  it('D7 finds an address that names another time, and segments outside their Period', () => {
    breaks('D7', change(after, 'startNumber="115"', 'startNumber="100"'));
    breaks('D7', change(after, /(<Period id="b1-1"[\s\S]*?)r="1"/, '$1r="9"'));
    const early = change(after, /(<Period id="p0-r1"[\s\S]*?<S t=")2700000/, '$11800000');
    breaks('D7', early);
  });

  it('D8 finds holes inside and between Periods', () => {
    const short = change(after, /(<Period id="b1-1"[\s\S]*?)r="1"/, '$1r="0"');
    expect(judge([short]).rules).toContain('D8');
    const torn = change(
      after,
      /<S t="2700000" d="180000" r="2"\/>/,
      '<S t="2700000" d="180000"/><S t="3060000" d="180000"/>',
    );
    expect(judge([torn]).rules).toContain('D8');
  });

  it('D9 finds a claim that joins an ad with content, or sets that do not exist', () => {
    expect(judge([change(after, 'value="p0"', 'value="b1-0"')]).rules).toContain('D9');
    expect(
      judge([
        change(
          after,
          /(<Period id="p0"[\s\S]*?)<AdaptationSet id="video"/,
          '$1<AdaptationSet id="other"',
        ),
      ]).rules,
    ).toContain('D9');
  });

  it('D11 finds a publishTime that does not reflect the change', () => {
    breaks('D11', change(after, '00:00:36', '00:00:34'));
    breaks('D11', change(after, '00:00:36', '00:00:30'));
    breaks('D11', change(before, '00:00:34', '00:00:35'));
    breaks('D11', change(after, / minimumUpdatePeriod="PT2S"/, ''));
    breaks(
      'D11',
      change(after, '<UTCTiming', '<PatchLocation>https://origin.test/p</PatchLocation><UTCTiming'),
    );
  });

  it('D11 knows the patches of a session by their folder, which is that of its MPD', () => {
    const patched = (text: string, address: string) =>
      change(text, '<UTCTiming', `<PatchLocation ttl="60">${address}</PatchLocation><UTCTiming`);
    const both = (address: string) =>
      judge([patched(before, `${address}1`), patched(after, `${address}2`)]).rules;
    expect(both('s.mpp?base=')).toEqual([]);
    expect(both('../s.mpp?base=')).toEqual(['D11']);
    expect(both('https://origin.test/s.mpp?base=')).toEqual(['D11']);
    expect(judge([patched(before, 's.mpp?1'), patched(before, 's.mpp?2')]).findings).toEqual([]);
  });

  it('D11 is about what players see: not comments, not the time of day', () => {
    const noted = (text: string, note: string) =>
      change(
        change(text, '</MPD>', `<!-- ${note} --></MPD>`),
        'http-xsdate:2014" value="https://time.test"',
        `direct:2014" value="${note}"`,
      );
    expect(judge([noted(before, '10:00'), noted(before, '10:01')]).findings).toEqual([]);
    const other = change(noted(before, '10:01'), 'minBufferTime="PT2S"', 'minBufferTime="PT3S"');
    expect(judge([noted(before, '10:00'), other]).rules).toEqual(['D11']);
  });

  it('D1 follows sets without ids by their tracks', () => {
    const anonymous = (text: string) =>
      text.replaceAll(/<AdaptationSet id="\w+"/g, '<AdaptationSet');
    const second = (text: string) =>
      text.replaceAll(
        /(<AdaptationSet contentType="audio"[\s\S]*?<\/AdaptationSet>)/g,
        (set) => `${set}\n${set.replaceAll('id="a1"', 'id="a2"')}`,
      );
    const texts = [before, after].map((text) => second(anonymous(text)));
    expect(judge(texts).rules).toEqual([]);
    breaks('D1', (texts[1] ?? '').replaceAll('id="a2"', 'id="a3"'), texts[0]);
  });

  it('D22 finds a live presentation that stands still', () => {
    const every = (seconds: number) => (index: number) => index * seconds;
    const still = (seconds: number) =>
      judge([before, before, before, before], undefined, every(seconds)).rules;
    expect(still(1.666)).toEqual([]);
    expect(still(1.667)).toEqual(['D22']);
    expect(judge([before, after, after, after], undefined, every(2.4)).rules).toEqual([]);
    const ended = change(
      before,
      'minBufferTime',
      'mediaPresentationDuration="PT34S" minBufferTime',
    );
    expect(judge([ended, ended, ended, ended], undefined, every(9)).rules).not.toContain('D22');
  });

  it('D12 D19 finds a clock or a delay that moves', () => {
    breaks('D12', change(after, 'https://time.test', 'https://other.test'));
    breaks(
      'D19',
      change(after, 'suggestedPresentationDelay="PT6S"', 'suggestedPresentationDelay="PT8S"'),
    );
  });

  it('a MPD with more segments than the judge looks at is judged without them', () => {
    const endless = change(
      after,
      /<S t="2700000" d="180000" r="2"\/>/,
      '<S t="2700000" d="1" r="99999"/>',
    );
    expect(judge([endless]).rules).toEqual([]);
  });

  it('D15 D16 finds ads with the events of the content, or without its tracks', () => {
    breaks(
      'D15',
      change(
        after,
        '<Period id="b1-0" start="PT20S">',
        '<Period id="b1-0" start="PT20S"><EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin"/>',
      ),
    );
    breaks(
      'D16',
      change(
        after,
        /(<Period id="b1-0"[\s\S]*?)<AdaptationSet id="audio"[\s\S]*?<\/AdaptationSet>\n/,
        '$1',
      ),
    );
  });

  it('D20 finds a static MPD whose duration is not that of its Periods', () => {
    const still = (text: string) => text.replace('type="dynamic"', 'type="static"');
    expect(judge([still(after)]).rules).toContain('D20');
    const declared = change(
      still(after),
      'minBufferTime',
      'mediaPresentationDuration="PT50S" minBufferTime',
    );
    const ended = change(
      declared,
      'id="p0-r1" start="PT30S"',
      'id="p0-r1" start="PT30S" duration="PT6S"',
    );
    expect(judge([ended]).rules).toContain('D20');
    expect(judge([ended.replace('PT50S', 'PT36S')]).findings).toEqual([]);
  });

  it('D20 finds a duration that a last Period without one does not reach', () => {
    const lasting = (seconds: number) =>
      change(
        after.replace('type="dynamic"', 'type="static"'),
        'minBufferTime',
        `mediaPresentationDuration="PT${seconds}S" minBufferTime`,
      );
    expect(judge([lasting(36)]).findings).toEqual([]);
    // Ends before its last Period begins, at 30 s.
    expect(judge([lasting(20)]).rules).toContain('D20');
    expect(judge([lasting(50)]).rules).toContain('D20');
  });
});
