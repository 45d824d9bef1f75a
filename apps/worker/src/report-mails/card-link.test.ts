import { reportMailInput } from '@interlude/contract';
import type { Range } from '@interlude/reporting';
import { expect, it } from 'vitest';
import { cardLink } from './card-link.ts';

const cardOf = (more: object = {}) => {
  const [card] = reportMailInput.parse({
    ...{ name: 'x', cards: [{ system: 's 1', chart: 'main-kpi', ...more }] },
  }).cards;
  if (card === undefined) throw new Error('no card');
  return card;
};
const range = (from: string, to: string, isMoments = false): Range => ({
  ...{ from, to, isMoments, startMs: 0, endMs: 1 },
});
const days = range('2026-11-16', '2026-11-22');
const before = range('2026-11-09', '2026-11-15');
const parts = (link: string) => Object.fromEntries(new URL(link).searchParams);

it('leads to the card with its days, its channels and its settings', () => {
  const card = cardOf({ viewOption: 'table', campaignName: 'a&b=c', timing: '30d' });
  const link = cardLink('https://console.example', { card, range: days, comparedRange: before }, [
    'c1',
    'c2',
  ]);
  expect(link).toMatch(/^https:\/\/console\.example\/app\/reports\?.*#card-s-1-main-kpi$/);
  expect(parts(link)).toEqual({
    ...{ period: '2026-11-16_2026-11-22', compare: '2026-11-09_2026-11-15', channels: 'c1,c2' },
    'view.s 1/main-kpi': 'table',
    'campaign.s 1/main-kpi': 'a&b=c',
    // The last 30 days of the mail, not those of the reader.
    'timing.s 1/main-kpi': 'last',
    'interval.s 1/main-kpi': '86400000',
  });
});

it('says that nothing is compared, keeps the last 24 hours as they are, and leaves out too many channels', () => {
  const plain = { card: cardOf(), range: days, comparedRange: undefined };
  expect(parts(cardLink('https://c.example', plain, []))).toMatchObject({
    ...{ compare: 'off', channels: 'all' },
  });
  const moments = range('2026-11-21', '2026-11-22', true);
  const many = Array.from({ length: 200 }, (_none, index) => `channel-${index}`);
  const own = cardLink(
    'https://c.example',
    { ...plain, card: cardOf({ timing: '24h' }), range: moments },
    many,
  );
  expect(parts(own)).toEqual({
    'campaign.s 1/main-kpi': '',
    'timing.s 1/main-kpi': '24h',
    'interval.s 1/main-kpi': '86400000',
  });
});
