/** A live source of either protocol: its parts, and the interface that the pool uses. */
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
  /** Finds the snapshot that the source is opened with; left out: there is none. */
  readonly findStored?: FindStored | undefined;
  /** Readings in common with other stitchers; left out: this process reads the source for itself. */
  readonly common?: CommonReadings | undefined;
  /** The readings of other stitchers do not continue those taken here: the source has to be opened anew. */
  readonly onDiverged?: (() => void) | undefined;
  /** After a poll of an open source that brought something new. */
  readonly onChange: (source: PolledSource) => void;
}

export interface PolledSource extends BreakSource {
  readonly health: SourceHealth;
  /** Changes with every poll that found a new, longer, shorter or ended break. */
  readonly breaksVersion: number;
  /** Milliseconds: duration of the list of the reference, and target duration. */
  readonly timing: { readonly windowMs: number; readonly targetDurationMs: number };
  /** Resolves when the source has been read once; see `SourceLifecycle`. */
  open(): Promise<unknown>;
  /** Snapshot for the next process that opens this source; undefined while the source is not open. */
  store(): Promise<StoredSource | undefined>;
  /** Resolves when all readings that other stitchers may show are taken here; undefined: none can be missing. */
  confirm(): Promise<void> | undefined;
  /** Stops polling. */
  stop(): void;
}
