import { contentPod } from '@interlude/stitching';
import { expect, test } from 'vitest';
import { channelOf, sessionsOf } from '../testing/break-decisions.suite.ts';
import { recordLimits } from './record-limits.ts';
import type { RecordedDecision } from './recorded-decision.ts';
import { decisionStages, recordMask } from './stage-details.ts';

const [session = expect.fail()] = sessionsOf(1, () => 'ifa=0a1b2c3d-viewer&genre=news');
const { settings } = channelOf('http://origin.test', {
  stitcher: { httpProxyUrl: 'http://me:proxy%2Fpass@proxy.test:3128' },
});

function decisionOf(text: string, url: string): RecordedDecision {
  return {
    avail: {
      breakId: 'b1',
      startMs: 0,
      durationMs: 60_000,
      openEnded: false,
      driftMs: 0,
      toleranceMs: 0,
    },
    context: { breakId: 'b1', nowMs: 0, channelId: 'c1' } as RecordedDecision['context'],
    offeredBy: { poll: 7, leadMs: -1.5 },
    offeredAtMs: 1_000,
    deadlineMs: 2_500,
    tookMs: 3_000,
    isAsked: true,
    isShared: false,
    requests: [
      {
        ...{ url, text, method: 'GET', depth: 0, status: 200, tookMs: 40, bytes: text.length },
        ...{ error: undefined, startedAtMs: 1_010, isLate: false },
      },
    ],
    ads: [],
    pod: contentPod('NO_ADS'),
    slateFault: undefined,
  };
}

test('SEC-S81 what is kept names no viewer and no secret, however they are spelled', () => {
  const { viewer } = session;
  const userAgent = encodeURIComponent(viewer.userAgent);
  const url = `https://u:p%40ss@ads.test/v?ip=${viewer.ip}&ua=${userAgent}&ifa=0a1b2c3d-viewer&genre=news&xff=203.0.113.7`;
  const answer = `<VAST><Error>https://t.test/?ip=${viewer.ip}&amp;sid=${session.id}&amp;p=proxy/pass</Error></VAST>`;
  const stages = decisionStages(decisionOf(answer, url), recordMask(session, settings));
  const text = JSON.stringify(stages);
  for (const secret of [viewer.ip, '203.0.113.7', '0a1b2c3d-viewer', 'p%40ss', 'proxy/pass']) {
    expect(text).not.toContain(secret);
  }
  expect(text).toContain('genre=news');
  expect(text).toContain('"server":"ads.test"');
});

test('SEC-S82 the answers of a session are kept up to a bound, addresses and texts cut', () => {
  const long = 'x'.repeat(100_000);
  const decision = decisionOf(long, `https://ads.test/${long}`);
  const [one = expect.fail()] = decision.requests;
  const requests = Array.from({ length: 200 }, () => one);
  const stages = decisionStages({ ...decision, requests }, recordMask(session, settings));
  const asked = stages.find(({ stage }) => stage === 'asked') ?? expect.fail();
  const { requests: kept } = asked.detail as { requests: { answer: string; url: string }[] };
  expect(kept).toHaveLength(recordLimits.entries);
  expect(kept.reduce((sum, { answer }) => sum + answer.length, 0)).toBe(recordLimits.answerChars);
  expect(kept.every(({ url }) => url.length <= recordLimits.textChars)).toBe(true);
});

test('REC-006 the stages up to a decision say when each was, and by how much the deadline was missed', () => {
  const stages = decisionStages(decisionOf('<VAST/>', 'https://ads.test/'), (text) => text);
  expect(stages.map(({ stage, atMs }) => [stage, atMs])).toEqual([
    ['offered', 1_000],
    ['asked', 1_010],
    ['answered', 1_050],
    ['usable', 4_000],
    ['decided', 4_000],
  ]);
  expect(stages.at(-1)?.detail).toMatchObject({ reason: 'NO_ADS', lateMs: 500, tookMs: 3_000 });
  expect(stages[0]?.detail).toMatchObject({ poll: 7, leadMs: -1, durationMs: 60_000 });
});
