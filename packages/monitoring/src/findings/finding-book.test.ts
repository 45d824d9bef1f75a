import { expect, test } from 'vitest';
import { FindingBook } from './finding-book.ts';
import { type FoundByRule, foundBy } from './found.ts';
import { healthOf } from './health-of.ts';

const start = Date.UTC(2026, 0, 1);
const slow = (part: Partial<FoundByRule> = {}) =>
  foundBy('T7', { lane: 'source', detail: 'it took 5000 ms', atMs: start, ...part });

function bookAt() {
  let ids = 0;
  const book = new FindingBook('c1', () => {
    ids += 1;
    return `f${ids}`;
  });
  let nowMs = start;
  const look = (found: readonly ReturnType<typeof slow>[], view = 'source v0') => {
    book.look({ view, found, nowMs });
    nowMs += 2_000;
    return book.open.map(({ id, count }) => [id, count]);
  };
  return { book, look, wait: (ms: number) => (nowMs += ms) };
}

test('a breach opens when two of five looks show it, and one look of another rendition is none of them', () => {
  const { look } = bookAt();
  expect(look([slow()])).toEqual([]);
  expect(look([], 'source v1')).toEqual([]);
  expect(look([])).toEqual([]);
  expect(look([slow({ detail: 'it took 7000 ms' })])).toEqual([['f1', 2]]);
});

test('looks that show it too rarely open nothing', () => {
  const { look } = bookAt();
  for (let round = 0; round < 4; round += 1) {
    expect(look([slow()])).toEqual([]);
    for (let clean = 0; clean < 4; clean += 1) expect(look([])).toEqual([]);
  }
});

test('what one output shows once opens at once', () => {
  const { look } = bookAt();
  const planned = foundBy('T5', { lane: 'output', detail: 'd', atMs: start, breakId: 'b' });
  expect(look([planned], 'breaks')).toEqual([['f1', 1]]);
});

test('what changed between two looks opens at once; renditions that differ do so for longer', () => {
  const changed = (rule: string) => ({ ...slow(), rule, isChange: true });
  expect(bookAt().look([changed('H12')])).toEqual([['f1', 1]]);
  expect(bookAt().look([changed('H22')])).toEqual([]);
});

test('a look that took the time of two counts as two', () => {
  const openAfter = (looks: number) => {
    const { book } = bookAt();
    book.look({ view: 'source v0', found: [slow()], nowMs: start, looks });
    return book.open.length;
  };
  expect([openAfter(1), openAfter(2)]).toEqual([0, 1]);
});

test('it closes when it was not seen for 30 s, and the next one is another finding', () => {
  const { book, look, wait } = bookAt();
  look([slow()]);
  look([slow()]);
  expect(book.takeChanged().map(({ id, closedAt }) => [id, closedAt])).toEqual([['f1', null]]);
  wait(26_000);
  expect(look([])).toEqual([['f1', 2]]);
  expect(look([])).toEqual([]);
  expect(book.takeChanged()).toMatchObject([{ id: 'f1', closedAt: expect.any(String) }]);
  look([slow()]);
  expect(look([slow()])).toEqual([['f2', 2]]);
});

test('what one break showed stays open for two minutes', () => {
  const { book, look, wait } = bookAt();
  const slateOnly = foundBy('T13', { lane: 'output', detail: 'd', atMs: start, breakId: 'b1' });
  look([slateOnly], 'breaks');
  wait(100_000);
  book.tick(start + 102_000);
  expect(book.open).toHaveLength(1);
  book.tick(start + 120_000);
  expect(book.open).toEqual([]);
});

test('what splices of a creative showed opens at the second look at it, and stays open for a quarter of an hour', () => {
  const { book, look, wait } = bookAt();
  const black = foundBy('T17', { lane: 'output', detail: 'it is black for 1.9 s', atMs: start });
  expect(look([black], 'splice ad soap')).toEqual([]);
  expect(look([], 'splice ad tea')).toEqual([]);
  expect(look([black], 'splice ad soap')).toEqual([['f1', 2]]);
  wait(14 * 60_000);
  expect(look([], 'splice ad soap')).toEqual([['f1', 2]]);
  wait(60_000);
  expect(look([], 'splice ad soap')).toEqual([]);
  expect(book.takeChanged().at(-1)).toMatchObject({ id: 'f1', closedAt: expect.any(String) });
});

test('a monitor that takes over goes on with the findings that are open', () => {
  const first = bookAt();
  first.look([slow()]);
  first.look([slow()]);
  const second = bookAt();
  second.book.resume(first.book.open);
  expect(second.look([slow()])).toEqual([['f1', 3]]);
});

test('SEC-S91 a source that breaks the rules in ever other ways fills no memory', () => {
  const { book, look } = bookAt();
  for (let one = 0; one < 300; one += 1) {
    look([slow({ cause: `source ${one}` }), slow({ cause: `source ${one}`, lane: 'output' })], 'v');
  }
  expect(book.open.length).toBeLessThanOrEqual(200);
});

test('DATA-021 health is that of the worst finding, and each lane has the sentence of its own error', () => {
  const { book, look } = bookAt();
  expect(healthOf(book.open)).toMatchObject({ state: 'healthy', reason: '', owner: null });
  look([slow()]);
  look([slow()]);
  expect(healthOf(book.open)).toMatchObject({
    ...{ state: 'degraded', owner: 'source', sourceHealthy: true, sourceErrMessage: '' },
    reason: 'T7 The source answers within half of its reload interval: it took 5000 ms',
  });
  const failing = foundBy('T6', { lane: 'source', detail: 'o.test answers 500', atMs: start });
  look([failing, slow()]);
  look([failing, slow()]);
  expect(healthOf(book.open)).toMatchObject({
    ...{ state: 'ill', sourceHealthy: false, outputHealthy: true, outputErrMessage: '' },
    sourceErrMessage: 'T6 A manifest of the source can be read: o.test answers 500',
  });
});

test('SEC-S91 what a source writes is stored without controls, halves of characters and secrets', () => {
  const { look, book } = bookAt();
  const hostile = slow({
    detail: 'https://user:pass@o.test/a?token=secret \0 \ud800',
    rendition: 'video \0\ud83d',
  });
  look([hostile]);
  look([hostile]);
  const [finding] = book.open;
  expect(finding?.detail).toBe('https://o.test/a?token=… \ufffd \ufffd');
  expect(finding?.renditions).toEqual(['video \ufffd\ufffd']);
});
