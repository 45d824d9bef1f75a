import { createLogger } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { EventNotices, type OperatorNotice } from './event-notices.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

test('SEC-S53 losses are notified in one sentence as soon as the database takes one', async () => {
  const sent: OperatorNotice[] = [];
  let isAway = true;
  const notices = new EventNotices(logger, async (notice) => {
    if (isAway) {
      throw new Error('the database is away');
    }
    sent.push(notice);
  });
  notices.addLost(2, 'cap');
  await notices.notify();
  notices.addLost(3, 'cap');
  notices.addSetAside(1, 'SQLSTATE 54000');
  isAway = false;
  await notices.notify();
  await notices.notify();
  expect(sent.map(({ topic, content }) => [topic, content.split(',', 1)[0]])).toEqual([
    ['events.lost', '5 events are lost'],
    [
      'events.set-aside',
      '1 events are not counted and are set aside (SQLSTATE 54000). Update Interlude',
    ],
  ]);
  expect(notices.lost).toBe(5);
});
