import { setTimeout as sleep } from 'node:timers/promises';
import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExclusively } from './run-exclusively.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

test('one at a time by name, and again when the first has ended, also by failing', async () => {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = runExclusively(made.database, 'work', () => {
    started.resolve();
    return end.promise;
  });
  await started.promise;
  const nothing = async () => undefined;
  expect(await runExclusively(made.database, 'work', nothing)).toBe(false);
  expect(await runExclusively(made.database, 'other work', nothing)).toBe(true);
  end.reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  expect(await runExclusively(made.database, 'work', nothing)).toBe(true);
});

test('a holder that is heard of keeps its lock, however long it works', async () => {
  const life = { silentMs: 300, callEveryMs: 50 };
  const end = Promise.withResolvers<void>();
  const first = runExclusively(made.database, 'long work', () => end.promise, life);
  await sleep(900);
  expect(await runExclusively(made.database, 'long work', async () => undefined)).toBe(false);
  end.resolve();
  expect(await first).toBe(true);
});

test('REL-R2 a holder that falls silent loses its lock to another process', async () => {
  const life = { silentMs: 100, callEveryMs: 60_000 };
  const end = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const work = () => {
    started.resolve();
    return end.promise;
  };
  const frozen = runExclusively(made.database, 'frozen work', work, life);
  await started.promise;
  const outcome = expect(frozen).rejects.toThrow(/connection|terminat|timeout/i);
  await expect
    .poll(() => runExclusively(made.database, 'frozen work', async () => undefined))
    .toBe(true);
  end.resolve();
  await outcome;
});
