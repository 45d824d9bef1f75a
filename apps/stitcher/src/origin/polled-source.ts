/** A live source, whatever its protocol: what it is made of, and what the pool needs of it. */
import type { Clock, Egress, SourceBudget } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { BreakSource } from './break-source.ts';
import type { CommonReadings } from './common-readings.ts';
import type { ScheduledBreaks } from './scheduled-cues.ts';
import type { SourceHealth, SourceReport } from './source-report.ts';
import type { FindStored, StoredSource } from './stored-source.ts';

export interface SourceOptions<Pace> {
  readonly channel: ChannelEntry;
  /** Of the source, see `sourceFetcher`. */
  readonly egress: Pick<Egress, 'request'>;
  readonly budget: SourceBudget;
  readonly clock: Clock;
  readonly report: SourceReport;
  readonly pace: Pace;
  readonly scheduledBreaks: ScheduledBreaks;
  /** Its past, for a source that is opened; left out: it has none. */
  readonly findStored?: FindStored | undefined;
  /** What all stitchers that have this source read of it; left out: it is read by this process for itself. */
  readonly common?: CommonReadings | undefined;
  /** Others read another source by now than this: it has to be opened anew. */
  readonly onDiverged?: (() => void) | undefined;
  /** After a poll of an open source that brought something new. */
  readonly onChange: (source: PolledSource) => void;
}

export interface PolledSource extends BreakSource {
  readonly health: SourceHealth;
  /** Changes with every poll that found a new, longer, shorter or ended break. */
  readonly breaksVersion: number;
  /** Milliseconds: what the reference lists, and the target duration. */
  readonly timing: { readonly windowMs: number; readonly targetDurationMs: number };
  /** Resolves when the source has been read once; see `SourceLifecycle`. */
  open(): Promise<unknown>;
  /** What it knows of its past, for the next one that is opened of this channel; undefined while it is not open. */
  store(): Promise<StoredSource | undefined>;
  /** Others may have read more than this process knows: resolves when it has what they have. Undefined: they have not. */
  confirm(): Promise<void> | undefined;
  /** Polls no more. */
  stop(): void;
}
