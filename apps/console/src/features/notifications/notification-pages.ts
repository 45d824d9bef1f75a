/** The loaded pages of a tab as values: the next offset, and pages without an archived notification. */
import type { Notification } from '@interlude/contract';

/** Rows of one answer (NOTE-003). */
export const notificationsPageSize = 50;

export interface NotificationPage {
  readonly rows: readonly Notification[];
  /** All rows of the tab, loaded or not. */
  readonly total: number;
}

/**
 * The offset of the next page; undefined when all are loaded. It is the number of rows on screen, not of loaded rows:
 * the server's list has lost the archived ones, too.
 */
export function nextOffset(pages: readonly NotificationPage[]): number | undefined {
  const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const last = pages.at(-1);
  return last !== undefined && last.rows.length > 0 && loaded < last.total ? loaded : undefined;
}

/** The pages without a notification (NOTE-002); the very same pages when it is not in them. */
export function withoutNotification(
  pages: readonly NotificationPage[],
  id: string,
): readonly NotificationPage[] {
  if (!pages.some(({ rows }) => rows.some((row) => row.id === id))) return pages;
  return pages.map(({ rows, total }) => ({
    rows: rows.filter((row) => row.id !== id),
    total: total - 1,
  }));
}

/** All rows once, in order: a notification that arrives between two pages moves the others. */
export function allRows(pages: readonly NotificationPage[]): Notification[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}
