/** A column of a resource table, as data. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** The API's name where the column can be sorted. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sortable?: boolean;
  /** CSS width; the first column takes the rest. */
  readonly width?: string;
  readonly align?: 'end';
  /**
   * On phones a row has two lines: `title` is the first, `meta` the second; `end` is at the right of both; `hidden` is
   * omitted. Default `meta`.
   */
  readonly phone?: 'title' | 'meta' | 'end' | 'hidden';
  /** False for columns that the column chooser cannot hide. */
  readonly hideable?: boolean;
}

/** The visible columns in their order. */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: ReadonlySet<string>,
): Column<Row>[] {
  return columns.filter((column) => column.hideable === false || !hidden.has(column.id));
}
