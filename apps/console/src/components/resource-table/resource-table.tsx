/**
 * The table of every list screen (LIST-001 to LIST-011): search, sort, pages, column chooser, loading,
 * empty and error states, row actions. State lives in the URL (`useListView`), rows come from
 * `useResourceList`. On phones a row has two lines.
 */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useDeferredValue } from 'react';
import type { Identified } from '../list-view/resource-state.ts';
import type { ListView } from '../list-view/use-list-view.ts';
import type { ResourceList } from '../list-view/use-resource-list.ts';
import { type Column, visibleColumns } from './column.ts';
import { Pager } from './pager.tsx';
import './resource-table.css';
import { t } from '../../texts/t.ts';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';

export interface ResourceTableProps<Row extends Identified> {
  /** The plural name of the rows, e.g. 'Channels': accessible name. */
  readonly name: string;
  /** Under which the browser keeps the hidden columns: the English name in small letters. */
  readonly kept: string;
  readonly columns: readonly Column<Row>[];
  readonly list: Pick<ResourceList<Row>, 'list' | 'total' | 'isLoading' | 'error' | 'retry'>;
  readonly view: ListView;
  readonly searchLabel: string;
  readonly rowActions?: (row: Row) => ReactNode;
  /** Content of an empty list: a sentence and a button. */
  readonly emptyHint?: ReactNode;
  /** Filters, right of the search box. */
  readonly tools?: ReactNode;
}

export function ResourceTable<Row extends Identified>(props: ResourceTableProps<Row>) {
  const { name, kept, columns, list, view } = props;
  const { hidden, toggle } = useHiddenColumns(kept);
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const shown = visibleColumns(columns, hidden);
  // In slices: rows of a page take a tenth of a second on a phone.
  const rows = useDeferredValue(list);
  const isBusy = list.isLoading || rows.isLoading;
  return (
    <section className="resource-table" aria-label={name}>
      <TableToolbar
        columns={columns}
        hidden={hidden}
        onToggleColumn={toggle}
        view={view}
        searchLabel={props.searchLabel}
        tools={props.tools}
        phone={phone}
      />
      <div className="table-card">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className="table-scroll" aria-label={t('{name} table', { name })} tabIndex={0}>
          <table aria-busy={isBusy} aria-label={name} data-phone={phone || undefined}>
            {phone && <PhoneColumns columns={shown} hasActions={props.rowActions !== undefined} />}
            <TableHead
              columns={shown}
              view={view}
              hasActions={props.rowActions !== undefined}
              phone={phone}
            />
            <TableBody
              columns={shown}
              list={rows}
              view={view}
              rowActions={props.rowActions}
              emptyHint={props.emptyHint}
              phone={phone}
            />
          </table>
        </section>
        <Pager view={view} total={list.total} hidden={list.isLoading && list.list.length === 0} />
      </div>
    </section>
  );
}

/** The first column takes the rest of the width. Widths in px. */
function PhoneColumns<Row>(props: { columns: readonly Column<Row>[]; hasActions: boolean }) {
  const buttons = props.hasActions ? 72 : 8;
  const hasSwitch = props.columns.some(({ phone }) => phone === 'end');
  return (
    <colgroup>
      <col />
      <col style={{ width: hasSwitch ? 128 : buttons }} />
    </colgroup>
  );
}
