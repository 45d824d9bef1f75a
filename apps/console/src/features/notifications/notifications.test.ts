import type { Notification } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import {
  allRows,
  type NotificationPage,
  nextOffset,
  notificationsPageSize,
  withoutNotification,
} from './notification-pages.ts';
import { notificationSearch, notificationTabs, tabLabels, tabQuery } from './notification-tabs.ts';

const row = (id: number): Notification => ({
  id: `n${id}`,
  status: 'new',
  topic: 'workflow.jobs.failed',
  content: `Job ${id} failed`,
  createdAt: '2026-03-01T12:00:00.000Z',
});
const page = (from: number, count: number, total: number): NotificationPage => ({
  rows: Array.from({ length: count }, (_, place) => row(from + place)),
  total,
});

describe('the tabs of the notifications', () => {
  it('NOTE-001 OP-36 are Personal, My Company and Archived, each with its query', () => {
    expect(notificationTabs.map((tab) => tabLabels[tab])).toEqual([
      'Personal',
      'My Company',
      'Archived',
    ]);
    expect(notificationTabs.map(tabQuery)).toEqual([
      { status: 'new', userOnly: 'true' },
      { status: 'new', userOnly: 'false' },
      { status: 'archived' },
    ]);
  });

  it('NOTE-001 stand in the URL; an unknown one is the first', () => {
    expect(notificationSearch({ tab: 'company' })).toEqual({ tab: 'company' });
    expect(notificationSearch({ tab: 'personal' })).toEqual({});
    expect(notificationSearch({ tab: 7, other: 'x' })).toEqual({});
  });
});

describe('the pages of the notifications', () => {
  it('NOTE-003 are 50 rows; the next one follows those on screen', () => {
    expect(notificationsPageSize).toBe(50);
    expect(nextOffset([page(0, 50, 120)])).toBe(50);
    expect(nextOffset([page(0, 50, 120), page(50, 50, 120)])).toBe(100);
    expect(nextOffset([page(0, 50, 50)])).toBeUndefined();
    expect(nextOffset([page(0, 0, 0)])).toBeUndefined();
    expect(nextOffset([])).toBeUndefined();
  });

  it('NOTE-002 an archived one leaves the list, and the next page skips nothing', () => {
    const archived = withoutNotification([page(0, 50, 120)], 'n3');
    expect(allRows(archived).map(({ id }) => id)).not.toContain('n3');
    expect(archived[0]?.total).toBe(119);
    expect(nextOffset(archived)).toBe(49);
    const pages = [page(0, 2, 2)];
    expect(withoutNotification(pages, 'other')).toBe(pages);
  });

  it('NOTE-003 shows a notification once when the pages overlap', () => {
    const rows = allRows([page(0, 3, 6), page(2, 3, 6)]);
    expect(rows.map(({ id }) => id)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
  });
});
