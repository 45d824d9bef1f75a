import type { StitcherEvent } from '@interlude/reporting';
import { expect, it, vi } from 'vitest';
import { EventRecorder } from './event-recorder.ts';
import { spoolLimits } from './spool-writer.ts';

const subject = {
  tenantId: 't1',
  channelId: 'c1',
  sessionId: 's1',
  viewerId: 'v1',
  device: 'tv',
};
const clock = { now: () => 5_000 };

it('notes events at once, and starts no timer for those that nobody waits for', () => {
  vi.useFakeTimers();
  try {
    const taken: StitcherEvent[] = [];
    const append = async (events: readonly StitcherEvent[]) => taken.push(...events) > 0;
    const recorder = new EventRecorder({ append }, clock);
    recorder.note(recorder.event('sessionStart', subject), recorder.event('avail', subject));
    recorder.note();
    expect(taken.map(({ type, atMs }) => [type, atMs])).toEqual([
      ['sessionStart', 5_000],
      ['avail', 5_000],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('waits for a stalled disk no longer than half a second', async () => {
  vi.useFakeTimers();
  try {
    const recorder = new EventRecorder({ append: () => new Promise(() => undefined) }, clock);
    let isDone = false;
    const recorded = recorder.record([recorder.event('view', subject)]).then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(spoolLimits.acknowledgeWithinMs - 1);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await recorded;
    expect(isDone).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
