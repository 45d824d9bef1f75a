import { beforeEach, describe, expect, it } from 'vitest';
import { LiveCards } from './live-cards.ts';

let nowMs: number;
let reads: string[];
let cards: LiveCards<string>;
beforeEach(() => {
  nowMs = 0;
  reads = [];
  cards = new LiveCards<string>({
    ...{ cachedMs: 30_000, now: () => nowMs, bytesOf: (card) => card.length },
    limits: { bytes: 10, cards: 3 },
  });
});

const look = (id: string, card = id) =>
  cards.read(id, async () => {
    reads.push(id);
    if (card === 'fails') throw new Error('slow');
    return card;
  });

describe('live cards', () => {
  it('SEC-S106 are read once in half a minute, however many look at one', async () => {
    expect(await Promise.all([look('a'), look('a'), look('a')])).toEqual(['a', 'a', 'a']);
    nowMs = 29_999;
    await look('a');
    expect(reads).toEqual(['a']);
    nowMs = 30_000;
    expect(await look('a', 'new')).toBe('new');
    expect(reads).toEqual(['a', 'a']);
  });

  it('SEC-S106 that fail are not read for each stranger either', async () => {
    for (const at of [0, 1, 29_999]) {
      nowMs = at;
      await expect(look('a', 'fails')).rejects.toThrow('slow');
    }
    expect(reads).toEqual(['a']);
    nowMs = 30_000;
    expect(await look('a')).toBe('a');
  });

  it('SEC-S106 take a bounded number of bytes and entries: the oldest goes', async () => {
    await look('a', '12345');
    await look('b', '12345');
    await look('c', '1');
    await look('b');
    expect(reads).toEqual(['a', 'b', 'c']);
    await look('a');
    expect(reads.at(-1)).toBe('a');
    for (const id of ['d', 'e', 'f', 'g']) await look(id, 'fails').catch(() => undefined);
    reads = [];
    for (const id of ['e', 'f', 'g']) await look(id, 'fails').catch(() => undefined);
    expect(reads).toEqual([]);
  });
});
