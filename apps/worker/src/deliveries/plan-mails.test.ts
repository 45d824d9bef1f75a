import { expect, test } from 'vitest';
import { nextRetry, retryAfterMs, retryPausesMs } from './delivery-retries.ts';
import { planMails } from './plan-mails.ts';

const nowMs = 1_000_000;
const items = (count: number) => Array.from({ length: count }, (_, place) => place);
const mail = (agoMs: number, deliveries = 1) => ({ atMs: nowMs - agoMs, deliveries });

test('up to five a minute go singly, more become one mail when a minute has passed', () => {
  expect(planMails(items(5), [], nowMs)).toMatchObject({ single: items(5), digest: [] });
  expect(planMails(items(6), [], nowMs)).toMatchObject({ single: [], digest: items(6) });
  const four = [mail(50_000), mail(40_000), mail(30_000), mail(10_000)];
  expect(planMails(items(1), four, nowMs).single).toEqual(items(1));
  expect(planMails(items(2), four, nowMs)).toEqual({
    ...{ single: [], digest: [] },
    othersAtMs: nowMs + 50_000,
  });
  expect(planMails(items(1), [mail(20_000, 9)], nowMs).othersAtMs).toBe(nowMs + 40_000);
  expect(planMails(items(1), [mail(60_000, 9)], nowMs).single).toEqual(items(1));
});

test('retries take a day, and a receiver may ask for a later one within two hours', () => {
  expect(retryPausesMs.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(86_400_000);
  expect(nextRetry(0, nowMs, undefined)).toBe(nowMs + 5_000);
  expect(nextRetry(0, nowMs, 120_000)).toBe(nowMs + 120_000);
  expect(nextRetry(retryPausesMs.length, nowMs, 120_000)).toBeUndefined();
  expect(retryAfterMs('120', nowMs)).toBe(120_000);
  expect(retryAfterMs('999999999', nowMs)).toBe(7_200_000);
  expect(retryAfterMs(new Date(nowMs + 5_000).toUTCString(), nowMs)).toBe(5_000);
  for (const none of [undefined, 'soon', '-1']) {
    expect(retryAfterMs(none, nowMs) ?? 0).toBe(0);
  }
});
