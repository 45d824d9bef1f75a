import { type BeaconEvent, beaconEvents, type Creative } from '@interlude/stitching';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { type ClaimEvents, claimDueEvents, takeDueEvents } from './due-events.ts';

const segmentCount = 6;
const renditionIds = ['v0', 'v1'];
const rendition = {
  segments: Array.from({ length: segmentCount }, (_, index) => ({
    ...{ durationSeconds: 2, extinf: '2.000' },
    uri: `${index}.m4s`,
  })),
  startsMs: Array.from({ length: segmentCount }, (_, index) => index * 2_000),
};
const creative: Creative = {
  creativeId: 'c',
  durationMs: segmentCount * 2_000,
  boundariesMs: rendition.startsMs.map((startMs) => startMs + 2_000),
  begunAfterMs: 1_000,
  renditions: Object.fromEntries(renditionIds.map((id) => [id, rendition])),
};

/** The same ad, in the state that each process has at first. */
function decided(): DecidedPod {
  const durationMs = segmentCount * 2_000;
  const placement = { kind: 'ad', index: 0, adId: 'a', creative, offsetMs: 0, durationMs } as const;
  return {
    avail: { breakId: 'b' } as DecidedPod['avail'],
    startMs: 0,
    pod: {
      ...{ placements: [placement], remainder: 'none', dropped: [] },
      ...{ adMs: durationMs, occupiesMs: durationMs },
    },
    ads: new Map(),
    firedEvents: [0],
  };
}

/** Claims as the database grants them. */
function sharedClaims(): ClaimEvents {
  let events = 0;
  return async (bits, known) => {
    await Promise.resolve();
    const before = events;
    const asked = bits | known;
    if (((events | asked) & 1) === 1) events |= asked;
    const claimed = { before, after: events };
    await Promise.resolve();
    return claimed;
  };
}

/** Events of a segment, were it the first request of a viewer who has had the impression. */
function everyEvent(renditionId: string, segment: number): readonly BeaconEvent[] {
  const pod = decided();
  takeDueEvents(pod, 0, renditionId, 0);
  const first = segment === 0 ? decided() : pod;
  return takeDueEvents(first, 0, renditionId, segment).map(({ event }) => event);
}

const requests = fc.array(
  fc.record({
    process: fc.nat(2),
    segment: fc.nat(segmentCount - 1),
    rendition: fc.constantFrom(...renditionIds),
    /** The next request does not wait for this one. */
    isParallel: fc.boolean(),
  }),
  { maxLength: 30 },
);

test('B3 B5 events over several processes are those of one that sees all requests, each once', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      const alone = decided();
      const expected = all.flatMap(({ segment, rendition: id }) =>
        takeDueEvents(alone, 0, id, segment).map(({ event }) => event),
      );
      const processes = [decided(), decided(), decided()];
      const claim = sharedClaims();
      const happened: BeaconEvent[] = [];
      const running: Promise<void>[] = [];
      for (const { process, segment, rendition: id, isParallel } of all) {
        const pod = processes[process] ?? expect.fail();
        const one = claimDueEvents(pod, 0, id, segment, claim).then((due) => {
          happened.push(...due.map(({ event }) => event));
        });
        running.push(one);
        if (!isParallel) await Promise.all(running);
      }
      await Promise.all(running);
      expect(new Set(happened).size).toBe(happened.length);
      const inOrder = (events: readonly BeaconEvent[]) =>
        beaconEvents.filter((event) => events.includes(event));
      if (all.every(({ isParallel }) => !isParallel)) {
        expect(inOrder(happened)).toEqual(inOrder(expected));
      } else {
        // Requests at one time are seen in any order; without the first segment no event happens in any.
        const isBegun = all.some(({ segment }) => segment === 0);
        const due = all.flatMap(({ segment, rendition: id }) => everyEvent(id, segment));
        expect(isBegun ? due : []).toEqual(expect.arrayContaining(happened));
        expect(happened.includes('impression')).toBe(isBegun);
      }
    }),
  );
});

test('B5 where nobody can say what has happened elsewhere, events happen by what is known here', async () => {
  const pod = decided();
  const silent: ClaimEvents = async () => undefined;
  expect(await claimDueEvents(pod, 0, 'v0', 3, silent)).toEqual([]);
  const first = await claimDueEvents(pod, 0, 'v0', 0, silent);
  expect(first.map(({ event }) => event)).toContain('impression');
  expect(await claimDueEvents(pod, 0, 'v1', 0, silent)).toEqual([]);
  expect(await claimDueEvents(pod, 0, 'v1', 3, silent)).not.toEqual([]);
});
