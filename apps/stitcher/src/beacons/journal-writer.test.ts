import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '@interlude/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JournalWriter, journalFiles } from './journal-writer.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-journal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writer = (onError: (error: unknown) => void = () => undefined, into = folder) =>
  new JournalWriter(into, fixedClock(), onError);

async function lines(): Promise<string[]> {
  const files = await journalFiles(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter(Boolean));
}

test('lines are on the disk when they are acknowledged, in their order', async () => {
  const journal = writer();
  await Promise.all([journal.append(['a', 'b']), journal.append(['c'])]);
  expect(await lines()).toEqual(['a', 'b', 'c']);
  await journal.append(['d']);
  expect(await lines()).toEqual(['a', 'b', 'c', 'd']);
  await journal.stop();
});

test('nothing to write is acknowledged, and what comes after it is written', async () => {
  const journal = writer();
  await journal.append([]);
  await journal.append(['a']);
  await Promise.all([journal.append([]), journal.append(['b'])]);
  expect(await lines()).toEqual(['a', 'b']);
  await journal.stop();
});

test('a full disk is reported once, events are acknowledged and writing is retried', async () => {
  const errors: unknown[] = [];
  const blocked = join(folder, 'blocked');
  await writeFile(blocked, 'a file in its place');
  const journal = writer((error) => errors.push(error), blocked);
  await journal.append(['a']);
  await journal.append(['b']);
  expect(errors).toHaveLength(1);
  await rm(blocked);
  await journal.append(['c']);
  expect(await journalFiles(blocked)).toHaveLength(1);
  await journal.stop();
});
