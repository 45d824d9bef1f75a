import type { RecordToWrite } from '@interlude/persistence';
import { createLogger } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { recordLimits } from './record-limits.ts';
import { RecordQueue } from './record-queue.ts';

const record = (id: string): RecordToWrite => ({
  ...{ id, tenantId: 't1', channelId: 'c1', breakId: 'b1', session: 's', atMs: 0 },
  stage: 'decided',
  detail: { id },
});

function queueOf(write: (records: readonly RecordToWrite[]) => Promise<void>) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ name: 'stitcher', level: 'warn', stream });
  let lost = 0;
  const onLost = (count: number) => {
    lost += count;
  };
  const queue = new RecordQueue({ write, logger, onLost });
  return { queue, lines, lost: () => lost };
}

test('REC-005 while the database is away stages wait, in bounds, and are written in their order after it', async () => {
  const written: RecordToWrite[] = [];
  let isAway = true;
  const { queue, lines, lost } = queueOf(async (records) => {
    if (isAway) throw new Error('the database is away');
    written.push(...records);
  });
  for (let id = 0; id < recordLimits.waiting; id += 1) queue.add(record(String(id)), 1);
  await queue.flush();
  await queue.flush();
  expect(lines).toHaveLength(1);
  expect(lost()).toBe(0);
  queue.add(record('one too many'), 1);
  queue.add(record('after the loss'), 1);
  expect(lost()).toBe(2);
  isAway = false;
  await queue.flush();
  expect(written).toHaveLength(recordLimits.waiting);
  expect(written[0]?.id).toBe('2');
  expect(written.at(-1)?.detail).toEqual({ id: 'after the loss', lostBefore: 1 });
});

test('SEC-S82 large stages push others out before the memory is full', async () => {
  const { queue, lost } = queueOf(async () => undefined);
  const bytes = recordLimits.waitingBytes / 4;
  for (let id = 0; id < 6; id += 1) queue.add(record(String(id)), bytes);
  expect(lost()).toBe(2);
  await queue.flush();
});
