/**
 * Counts a segment: fold, then one transaction with the batch ledger. Events that the database refuses for good are
 * set aside, and the others of the segment are counted.
 */
import {
  type Batch,
  BatchRefused,
  type EventFrames,
  foldEvents,
  foldSteps,
  type StitcherEvent,
} from '@interlude/reporting';
import { findRefused } from './narrow-events.ts';
import type { SetAside } from './set-aside.ts';
import type { SegmentName } from './spool-files.ts';

export interface CountReport {
  shipped(batch: Batch, segment: SegmentName): void;
  /** Events of the segment are set aside; the others of it are counted. */
  setAside(segment: SegmentName, events: number, error: unknown): void;
  /** Events that are gone for good: there was no room to set them aside. */
  lost(events: number, why: 'set-aside'): void;
}

export interface SegmentCounterOptions {
  /**
   * Adds the batch exactly once; resolves after the commit, with false when it had been added before.
   * @throws {BatchRefused} it can never be added; with any other error it waits
   */
  readonly apply: (batch: Batch) => Promise<unknown>;
  /**
   * Resolves with whether `apply` would add the batch; adds nothing. Left out: a refused segment is set aside as a
   * whole.
   */
  readonly fits?: ((batch: Batch) => Promise<boolean>) | undefined;
  readonly aside: SetAside;
  readonly report: CountReport;
}

function foldSegment({ writer, seq, openedAtMs }: SegmentName, events: Iterable<StitcherEvent>) {
  return foldEvents(events, { writer, seq, segmentAtMs: openedAtMs });
}

/** Folds a segment in steps, between which playlists are answered: that of a crowd is a tenth of a second of work. */
async function foldInTurns(
  { writer, seq, openedAtMs }: SegmentName,
  events: Pick<EventFrames, 'parts'>,
) {
  const steps = foldSteps(events.parts(), { writer, seq, segmentAtMs: openedAtMs });
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    await new Promise(setImmediate);
  }
}

export class SegmentCounter {
  readonly #options: SegmentCounterOptions;

  constructor(options: SegmentCounterOptions) {
    this.#options = options;
  }

  /**
   * Counts the events, and sets those aside that are refused for good. Rejects when the segment has to wait.
   * @param events are read again where some are refused
   */
  async count(segment: SegmentName, events: Pick<EventFrames, 'parts'>): Promise<void> {
    const { apply, aside, report } = this.#options;
    const batch = await foldInTurns(segment, events);
    try {
      // An earlier process may have counted all events but those of its draft.
      const isNew = await apply(batch);
      const kept = isNew === false ? await aside.keep(segment) : await aside.drop(segment);
      if (kept > 0) {
        report.setAside(segment, kept, 'refused before this process died or lost its connection');
      }
    } catch (error) {
      if (!(error instanceof BatchRefused)) {
        throw error;
      }
      await this.#countRest(segment, [...events.parts()].flat(), error);
    }
    report.shipped(batch, segment);
  }

  /** Narrows a refused segment, and counts the events that are not at fault. */
  async #countRest(
    segment: SegmentName,
    events: readonly StitcherEvent[],
    error: BatchRefused,
  ): Promise<void> {
    const { fits } = this.#options;
    const refused = fits
      ? await findRefused(events, (part) => fits(foldSegment(segment, part)))
      : new Set(events);
    const rest = events.filter((event) => !refused.has(event));
    try {
      await this.setAside(segment, { refused: [...refused], rest }, error);
    } catch (again) {
      if (!(again instanceof BatchRefused)) {
        throw again;
      }
      // Together they are refused although each part fits.
      await this.setAside(segment, { refused: events, rest: [] }, again);
    }
  }

  /**
   * Sets events aside once the others are counted. The ledger has the segment then, also where there are no others, so
   * that it is not counted by a process that finds it again.
   */
  async setAside(
    segment: SegmentName,
    events: { readonly refused: readonly StitcherEvent[]; readonly rest: readonly StitcherEvent[] },
    error: unknown,
  ): Promise<void> {
    const { apply, aside, report } = this.#options;
    const { refused, rest } = events;
    const isKept = await aside.write(segment, refused);
    await apply(foldSegment(segment, rest));
    if (isKept) {
      report.setAside(segment, await aside.keep(segment), error);
    } else {
      report.lost(refused.length, 'set-aside');
    }
  }
}
