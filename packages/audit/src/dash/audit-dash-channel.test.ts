import { describe, expect, it } from 'vitest';
import { auditDashChannel, EMPTY_DASH_CHANNEL } from './audit-dash-channel.ts';
import { auditDashSession, EMPTY_DASH_AUDIT } from './audit-dash-session.ts';
import { adOf, PARTS, print } from './mpd-session.suite.ts';

const url = 'https://stitcher.test/dash/c/s.mpd';

/** The MPDs of some sessions, one each, judged together. */
function judge(texts: readonly string[], isOwn?: (id: string) => boolean) {
  let state = EMPTY_DASH_CHANNEL;
  return texts.flatMap((text, index) => {
    const { state: audit } = auditDashSession(
      EMPTY_DASH_AUDIT,
      { text, url, fetchedAtMs: 0 },
      { adOf },
    );
    const judged = auditDashChannel(
      state,
      { id: `session ${index}`, audit },
      { ...(isOwn && { isOwn }) },
    );
    ({ state } = judged);
    return judged.findings;
  });
}

const renamed = (from: string, to: string) =>
  print(36).replaceAll(`<Period id="${from}"`, `<Period id="${to}"`);

describe('D6 over the sessions of a channel', () => {
  it('D6 finds nothing where sessions join at other times, or get other ads', () => {
    const shorterAds = PARTS.map((part) => {
      if (part.id === 'b1-0') return { ...part, until: 24 };
      return part.id === 'b1-1' ? { ...part, from: 24 } : part;
    });
    expect(judge([print(24), print(34), print(36, 8), print(36, 24, shorterAds)])).toEqual([]);
  });

  it('D6 finds a session in which the same content has another id', () => {
    expect(judge([print(36), renamed('p0-r1', 'p0-r2')])).toMatchObject([
      {
        rule: 'D6',
        detail: 'the content at 30000 ms is p0-r1 in one session, p0-r2 in another',
        earlier: { sessionId: 'session 0' },
        later: { sessionId: 'session 1' },
      },
    ]);
  });

  it('D6 finds an id that stands for another time', () => {
    const early = PARTS.map((part) => {
      if (part.id === 'b1-1') return { ...part, until: 28 };
      return part.id === 'p0-r1' ? { ...part, from: 28 } : part;
    });
    const rules = judge([print(36), print(36, 24, early)]).map(({ rule, detail }) => [
      rule,
      detail,
    ]);
    expect(rules).toEqual([
      ['D6', 'Period p0-r1 starts at 30000 ms in one session, at 28000 ms in another'],
    ]);
  });

  it('D6 finds a break that each session names for itself, unless it is its own', () => {
    const other = renamed('b1-0', 'b2-0');
    expect(judge([print(36), other]).map(({ rule }) => rule)).toEqual(['D6']);
    expect(judge([print(36), other], (id) => id.startsWith('b2-'))).toEqual([]);
  });

  it('D6 finds an id that is content here and an ad there', () => {
    const swapped = renamed('p0-r1', 'b1-1').replace(
      'id="b1-1" start="PT26S"',
      'id="b1-9" start="PT26S"',
    );
    expect(judge([print(36), swapped]).map(({ detail }) => detail)).toContain(
      'Period b1-1 is content in one session, an ad in another',
    );
  });

  it('D3 finds content that one session plays later than another', () => {
    const late = print(36).replace(
      'presentationTimeOffset="2700000"',
      'presentationTimeOffset="2520000"',
    );
    expect(judge([print(24), late]).map(({ rule }) => rule)).toContain('D3');
  });
});
