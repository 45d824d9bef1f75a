import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconArrowsSort, IconColumns3, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../texts/t.ts';
import type { ListView } from '../list-view/use-list-view.ts';
import { useShortcut } from '../shortcuts/use-shortcut.ts';
import type { Column } from './column.ts';

interface TableToolbarProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggleColumn: (id: string) => void;
  readonly view: ListView;
  readonly searchLabel: string;
  readonly tools: ReactNode;
  readonly phone: boolean;
}

export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { columns, hidden, onToggleColumn, view, phone } = props;
  return (
    <div className="table-toolbar">
      <SearchBox label={props.searchLabel} view={view} />
      {props.tools}
      {phone ? (
        <SortMenu columns={columns} view={view} />
      ) : (
        <ColumnMenu columns={columns} hidden={hidden} onToggle={onToggleColumn} />
      )}
    </div>
  );
}

/** Debounce time of the search, milliseconds. */
const typingPauseMs = 200;

function SearchBox({ label, view }: { label: string; view: ListView }) {
  const [typed, setTyped] = useState(view.state.q);
  const input = useRef<HTMLInputElement>(null);
  const written = useRef(view.state.q);
  useShortcut({ keys: '/', label: t('Search this list') }, () => input.current?.focus());
  // The URL can change without the search box: Back, a link, 'Clear search'.
  useEffect(() => {
    if (view.state.q === written.current) return;
    written.current = view.state.q;
    setTyped(view.state.q);
  }, [view.state.q]);
  useEffect(() => {
    if (typed === written.current) return;
    const timer = setTimeout(() => {
      written.current = typed;
      view.search(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, view]);
  return (
    <TextInput
      ref={input}
      className="table-search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed === '' ? (
          <kbd className="key">/</kbd>
        ) : (
          <ActionIcon size={22} aria-label={t('Clear search')} onClick={() => setTyped('')}>
            <IconX size={13} />
          </ActionIcon>
        )
      }
    />
  );
}

function ColumnMenu<Row>(props: {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} />}>
          {t('Columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.columns.map(({ id, header, hideable }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!props.hidden.has(id)}
            disabled={hideable === false}
            onChange={() => props.onToggle(id)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SortMenu<Row>({ columns, view }: { columns: readonly Column<Row>[]; view: ListView }) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t('Sort')}>
          <IconArrowsSort size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => column.sortable)
          .map(({ id, header }) => (
            <Menu.Item
              key={id}
              onClick={() => view.sortBy(id)}
              rightSection={directionOf(view, id)}
            >
              {header}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function directionOf(view: ListView, id: string): string | undefined {
  if (view.state.sort === id) return 'ascending';
  return view.state.sort === `-${id}` ? 'descending' : undefined;
}
