import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { errorText } from '../../api/api-error.ts';
import { text } from '../../messages.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import type { Identified } from '../list-view/resource-state.ts';
import type { ListView } from '../list-view/use-list-view.ts';
import type { ResourceList } from '../list-view/use-resource-list.ts';
import type { Column } from './column.ts';
import { PhoneRow } from './phone-row.tsx';

interface TableBodyProps<Row extends Identified> {
  readonly columns: readonly Column<Row>[];
  readonly list: Pick<ResourceList<Row>, 'list' | 'isLoading' | 'error' | 'retry'>;
  readonly view: ListView;
  readonly rowActions: ((row: Row) => ReactNode) | undefined;
  readonly emptyHint: ReactNode;
  readonly phone: boolean;
}

export function TableBody<Row extends Identified>(props: TableBodyProps<Row>) {
  const { columns, list, view, rowActions, phone } = props;
  const span = phone ? 2 : columns.length + (rowActions ? 1 : 0);
  return (
    <tbody onKeyDown={moveBetweenRows}>
      {list.error !== undefined && <ErrorRow span={span} error={list.error} retry={list.retry} />}
      {list.isLoading && list.list.length === 0 && <SkeletonRows span={span} view={view} />}
      {!list.isLoading && list.error === undefined && list.list.length === 0 && (
        <EmptyRow span={span} view={view} hint={props.emptyHint} />
      )}
      {list.list.map((row) =>
        phone ? (
          <PhoneRow key={row.id} row={row} columns={columns} actions={rowActions?.(row)} />
        ) : (
          <tr key={row.id}>
            {columns.map((column) => (
              <td key={column.id} style={{ textAlign: column.align }}>
                {column.cell(row)}
              </td>
            ))}
            {rowActions && (
              <td className="actions-cell">
                <div className="row-actions">{rowActions(row)}</div>
              </td>
            )}
          </tr>
        ),
      )}
    </tbody>
  );
}

function ErrorRow(props: { span: number; error: unknown; retry: () => void }) {
  return (
    <tr className="note-row">
      <td colSpan={props.span}>
        <div className="note" role="alert">
          <p className="bad">{text('fetchFailed', { err: errorText(props.error) })}</p>
          <Button variant="default" onClick={props.retry}>
            {t('Retry')}
          </Button>
        </div>
      </td>
    </tr>
  );
}

function EmptyRow(props: { span: number; view: ListView; hint: ReactNode }) {
  const { q } = props.view.state;
  return (
    <tr className="note-row">
      <td colSpan={props.span}>
        <div className="note" role="status">
          <p>{text('noData')}</p>
          {q === '' ? (
            props.hint
          ) : (
            <>
              <p className="dimmed">{sentence('Nothing matches “{q}”.', { q })}</p>
              <Button variant="default" onClick={() => props.view.search('')}>
                {t('Clear search')}
              </Button>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

function SkeletonRows({ span, view }: { span: number; view: ListView }) {
  return Array.from({ length: view.state.size }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
    <tr key={row} className="skeleton-row">
      {Array.from({ length: span }, (_each, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content have no other name
        <td key={cell}>
          <span className="skeleton" style={{ width: `${40 + ((row * 17 + cell * 29) % 45)}%` }} />
        </td>
      ))}
    </tr>
  ));
}

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';

/** Arrow keys move to the same control of the row above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  if (!row || !next) return;
  const position = [...row.querySelectorAll(focusable)].indexOf(event.target);
  const targets = next.querySelectorAll<HTMLElement>(focusable);
  const target = targets[Math.min(position, targets.length - 1)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
