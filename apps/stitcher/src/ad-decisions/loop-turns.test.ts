import { expect, test } from 'vitest';
import { LoopTurns } from './loop-turns.ts';

/** How many pieces of work began in each turn of the loop, until all have. */
async function begunByTurn(turns: LoopTurns, pieces: number): Promise<number[]> {
  const begun: string[] = [];
  const all = Array.from({ length: pieces }, async (_, index) => {
    await turns.take();
    begun.push(String(index));
  });
  await new Promise<void>(process.nextTick);
  const counts = [begun.length];
  for (let before = begun.length; before < pieces; before = begun.length) {
    await new Promise(setImmediate);
    if (begun.length > before) counts.push(begun.length - before);
  }
  await Promise.all(all);
  expect(begun).toEqual(all.map((_, index) => String(index)));
  return counts;
}

test('so many pieces of work begin in each turn of the event loop, in their order', async () => {
  expect(await begunByTurn(new LoopTurns(3), 8)).toEqual([3, 3, 2]);
  expect(await begunByTurn(new LoopTurns(8), 8)).toEqual([8]);
});

test('work that comes alone begins at once, also after a crowd', async () => {
  const turns = new LoopTurns(2);
  await begunByTurn(turns, 5);
  await new Promise(setImmediate);
  let isOver = false;
  setImmediate(() => {
    isOver = true;
  });
  await turns.take();
  await turns.take();
  expect(isOver).toBe(false);
  await turns.take();
  expect(isOver).toBe(true);
});
