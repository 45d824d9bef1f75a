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
