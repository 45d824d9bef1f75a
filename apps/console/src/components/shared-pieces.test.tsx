import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../testing/show.suite.tsx';
import { DialogHost } from './confirm/dialog-host.tsx';
import { confirm, showError, showSuccess } from './confirm/dialogs.ts';
import {
  listQueryOf,
  listSearch,
  listState,
  nextSort,
  parseSearchText,
  stringifySearchText,
} from './list-view/list-search.ts';
import { emptyResource, mergeList, reduceResource } from './list-view/resource-state.ts';
import type { ListView } from './list-view/use-list-view.ts';
import { ResourceTable, type ResourceTableProps } from './resource-table/resource-table.tsx';
import { useRemoveItem } from './resource-table/use-remove-item.ts';
import { matchesKeys } from './shortcuts/shortcut-registry.ts';
import { toast, toasts } from './toast/toast.ts';
import { Toasts } from './toast/toasts.tsx';

afterEach(() => {
  cleanup();
});

interface Row {
  readonly id: string;
  readonly name: string;
}
const rows: Row[] = [
  { id: 'a', name: 'Alpha' },
  { id: 'b', name: 'Beta' },
];
const columns = [
  { id: 'name', header: 'Name', sortable: true, cell: (row: Row) => <a href="/x">{row.name}</a> },
];

function view(state = listState({})) {
  const calls: unknown[] = [];
  const record = (name: string) => (value: unknown) => void calls.push([name, value]);
  const list: ListView = {
    state,
    search: record('search'),
    sortBy: record('sortBy'),
    openPage: record('openPage'),
    resize: record('resize'),
  };
  return { calls, list };
}
const loaded = {
  list: rows,
  total: 43,
  isLoading: false,
  error: undefined,
  retry: () => undefined,
};
const table = (props: Partial<ResourceTableProps<Row>>) =>
  show(
    <ResourceTable
      kept="rows"
      name="Things"
      columns={columns}
      list={loaded}
      view={view().list}
      searchLabel="Search things"
      {...props}
    />,
  );

describe('the list state', () => {
  it('LIST-002 LIST-004 starts with 10 rows, newest first; other sizes are 5 and 25', () => {
    expect(listQueryOf(listState({}))).toEqual({ limit: 10, offset: 0, sort: '-createdAt' });
    expect(['5', '10', '25', '7'].map((size) => listState(listSearch({ size })).size)).toEqual([
      5, 10, 25, 10,
    ]);
  });

  it('LIST-005 a column starts descending, then ascending, then descending again', () => {
    expect(nextSort('-createdAt', 'name')).toBe('-name');
    expect(nextSort('-name', 'name')).toBe('name');
    expect(nextSort('name', 'name')).toBe('-name');
  });

  it('repairs what a person wrote into the address', () => {
    expect(listSearch({ page: 'abc', size: '7', sort: 'a b', q: '' })).toEqual({});
    expect(listSearch({ page: '2', q: 7 })).toEqual({ page: 2, q: '7' });
  });

  it('LIST-006 keeps a search that reads like a number, or like JSON, as it was typed', () => {
    for (const q of ['97e80144', '1e5', '007', '"a"', 'null', '[1]']) {
      const address = stringifySearchText({ page: 2, q });
      expect(listSearch(parseSearchText(address))).toEqual({ page: 2, q });
    }
    expect(stringifySearchText({ q: '97e80144' })).toBe('?q=97e80144');
  });
});

describe('the state of a resource', () => {
  const [a, b] = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  type Item = { id: string; n: number };

  it('LIST-012 LIST-015 a fetch loads, an error is stored', () => {
    const started = reduceResource(emptyResource<Item>(), { kind: 'started' });
    expect(started).toEqual({ current: undefined, list: [], error: undefined, isLoading: true });
    expect(reduceResource(started, { kind: 'failed', error: 'x' })).toMatchObject({
      isLoading: false,
      error: 'x',
    });
  });

  it('LIST-013 an answer replaces the list; with keep-existing it merges', () => {
    const state = reduceResource(emptyResource<Item>(), { kind: 'listed', list: [a, b] });
    const answer = [
      { id: 'b', n: 2 },
      { id: 'c', n: 2 },
    ];
    expect(reduceResource(state, { kind: 'listed', list: answer }).list).toEqual(answer);
    expect(mergeList([a, b], answer)).toEqual([b, { id: 'c', n: 2 }]);
    expect(
      reduceResource(state, { kind: 'listed', list: answer, keepExisting: true }).list,
    ).toHaveLength(2);
  });

  it('LIST-014 an object is merged into current', () => {
    const state = reduceResource(emptyResource<Item>(), { kind: 'loaded', item: a });
    expect(reduceResource(state, { kind: 'loaded', item: { id: 'a' } }).current).toEqual(a);
  });
});

describe('the resource table', () => {
  it('LIST-001 has a search box, sortable columns and pages', async () => {
    const { calls, list } = view();
    await table({ view: list });
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '25');
    expect(calls).toEqual([
      ['sortBy', 'name'],
      ['openPage', 1],
      ['resize', 25],
    ]);
    expect(screen.getByText('1–10 of 43')).toBeDefined();
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '5',
      '10',
      '25',
    ]);
  });

  it('LIST-006 a search is passed on once the typing pauses', async () => {
    const { calls, list } = view();
    await table({ view: list });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), 'news');
    await vi.waitFor(() => expect(calls).toEqual([['search', 'news']]));
  });

  it('LIST-003 has actions per row', async () => {
    await table({ rowActions: (row) => <button type="button">Edit {row.name}</button> });
    expect(screen.getByRole('button', { name: 'Edit Beta' })).toBeDefined();
  });

  it("LIST-010 an empty list shows 'no data found' and what to do", async () => {
    await table({ list: { ...loaded, list: [], total: 0 }, emptyHint: <p>Add one.</p> });
    expect(screen.getByText('no data found')).toBeDefined();
    expect(screen.getByText('Add one.')).toBeDefined();
  });

  it("LIST-011 a failed load shows 'Error while fetching data: {err}' and can be tried again", async () => {
    let retries = 0;
    const retry = () => {
      retries += 1;
    };
    await table({ list: { ...loaded, list: [], error: new Error('boom'), retry } });
    expect(screen.getByText('Error while fetching data: boom')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retries).toBe(1);
  });

  it('LIST-012 shows skeleton rows of the page size while it loads', async () => {
    const { container } = await table({ list: { ...loaded, list: [], isLoading: true } });
    expect(container.querySelectorAll('.skeleton-row')).toHaveLength(10);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('arrow keys move between rows', async () => {
    await table({});
    screen.getByRole('link', { name: 'Alpha' }).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Beta');
  });
});

function Remover({ remove }: { remove: (id: string) => Promise<unknown> }) {
  const run = useRemoveItem({ resource: 'things', remove });
  return (
    <>
      <button type="button" onClick={() => void run({ id: 'a', name: 'Alpha' })}>
        Delete
      </button>
      <DialogHost />
    </>
  );
}

describe('deleting a row', () => {
  it('LIST-007 LIST-008 asks first and says that it was deleted', async () => {
    const removed: string[] = [];
    await show(<Remover remove={async (id) => removed.push(id)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('alertdialog', { name: 'Are you sure?' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(removed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }));
    await vi.waitFor(() => expect(toasts.get()[0]?.message).toBe('Your item has been deleted.'));
    expect(removed).toEqual(['a']);
  });

  it("LIST-009 a failure shows 'Error while deleting: {msg}'", async () => {
    await show(<Remover remove={() => Promise.reject(new Error('no'))} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }));
    await vi.waitFor(() => expect(toasts.get()[0]?.message).toBe('Error while deleting: no'));
  });
});

describe('dialogs', () => {
  it('ERR-019 ERR-020 ERR-021 have their titles and default texts', async () => {
    await show(<DialogHost />);
    for (const [open, title, sentence] of [
      [showSuccess, 'Success', 'Action succeeded!'],
      [showError, 'Error', 'Action failed!'],
      [confirm, 'Are you sure?', 'You will not be able to recover this item!'],
    ] as const) {
      const answered = open();
      expect(await screen.findByRole('alertdialog', { name: title })).toBeDefined();
      expect(screen.getByText(sentence)).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Ok' }));
      await answered;
    }
  });
});

describe('toasts', () => {
  it('NAV-030 show success and error, close by button and after 3 s', async () => {
    await show(<Toasts />);
    toast.success('Saved');
    toast.error('Broken');
    expect((await screen.findByRole('status')).textContent).toBe('Saved');
    expect(screen.getByRole('alert').textContent).toBe('Broken');
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Close message' })[0] as HTMLElement,
    );
    expect(toasts.get().map(({ message }) => message)).toEqual(['Broken']);
    await vi.waitFor(() => expect(toasts.get()).toEqual([]), { timeout: 4_000 });
  });

  it('NAV-030 the 3 s begin when the toast is painted, not while the page is busy', async () => {
    const frames: FrameRequestCallback[] = [];
    const requested = vi
      .spyOn(globalThis, 'requestAnimationFrame')
      .mockImplementation((callback) => frames.push(callback));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await show(<Toasts />);
      act(() => toast.success('Saved'));
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(toasts.get().map(({ message }) => message)).toEqual(['Saved']);
      for (const frame of frames) frame(60_000);
      await act(() => vi.advanceTimersByTimeAsync(2_999));
      expect(toasts.get()).toHaveLength(1);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(toasts.get()).toEqual([]);
    } finally {
      vi.useRealTimers();
      requested.mockRestore();
    }
  });
});

it('shortcuts match with and without the modifier', () => {
  const press = { key: 'k', ctrlKey: true, metaKey: false, altKey: false };
  expect([matchesKeys('mod+k', press), matchesKeys('k', press)]).toEqual([true, false]);
});
