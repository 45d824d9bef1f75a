import { expect, test } from 'vitest';
import { inOwnTask, ownTask } from './own-task.ts';

test('work is done in order, each in a task of its own, and not when it is taken back', async () => {
  const done: string[] = [];
  const note = (name: string) => () => {
    done.push(name);
    queueMicrotask(() => done.push(`after ${name}`));
  };
  inOwnTask(note('first'));
  const takeBack = inOwnTask(note('none'));
  inOwnTask(note('second'));
  takeBack();
  expect(done).toEqual([]);
  await ownTask();
  expect(done).toEqual(['first', 'after first', 'second', 'after second']);
  inOwnTask(() => void inOwnTask(note('from within')));
  await ownTask();
  await ownTask();
  expect(done.slice(4)).toEqual(['from within', 'after from within']);
});
