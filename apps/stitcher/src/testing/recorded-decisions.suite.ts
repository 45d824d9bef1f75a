/** Breaks that are decided and recorded by the real classes, against an ad server at another address. */
import type { RecordToWrite } from '@interlude/persistence';
import { type Batch, type BreakRow, foldEvents, type StitcherEvent } from '@interlude/reporting';
import { createLogger, createMetrics, type Egress, systemClock } from '@interlude/runtime';
import { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import { createDecisionReport } from '../ad-decisions/decision-report.ts';
import { BreakRecords } from '../break-records/break-records.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { CreativeLibrary } from '../creatives/creative-library.ts';
import { DatabaseTime } from '../database-time/database-time.ts';
import { EventRecorder } from '../events/event-recorder.ts';
import { createStitcherMetrics } from '../metrics.ts';
import type { BreakSource } from '../origin/break-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface RecordedDecisions {
  readonly records: BreakRecords;
  /** Stages that were written. */
  readonly written: RecordToWrite[];
  /** Leads sessions through what the source shows now, and waits for their decisions. */
  follow(sessions: readonly PlaybackSession[], source: BreakSource): Promise<void>;
  /** Breaks of the record so far; reading them may settle sessions of the source. */
  breaks(): Promise<readonly BreakRow[]>;
  /** All that was recorded, as one batch of a process of that name. */
  batch(writer: string): Promise<Batch>;
}

export function recordedDecisionsOf(channel: ChannelEntry, egress: Egress): RecordedDecisions {
  const events: StitcherEvent[] = [];
  const written: RecordToWrite[] = [];
  const append = async (more: readonly StitcherEvent[]) => {
    events.push(...more);
    return true;
  };
  const clock = systemClock;
  const logger = createLogger({ name: 'stitcher', level: 'warn', stream: process.stderr });
  const metrics = createStitcherMetrics(createMetrics());
  const recorder = new EventRecorder({ append }, clock);
  let shown: BreakSource | undefined;
  const records = new BreakRecords({
    ...{ recorder, clock, logger, metrics },
    databaseTime: new DatabaseTime(clock),
    writeRecords: async (more) => void written.push(...more),
    findSettings: () => channel.settings,
    findSource: () => shown && { ...shown, timing: { windowMs: 0, targetDurationMs: 4_000 } },
  });
  const breakDecisions = new BreakDecisions({
    tools: { egress, now: clock.now, creatives: new CreativeLibrary(egress, clock) },
    clock,
    logger,
    findChannel: () => channel,
    wasShown: () => false,
    report: createDecisionReport({
      ...{ metrics, logger, recorder, records },
      beacons: { sendErrors: () => undefined },
    }),
  });
  const batch = async (writer: string) => {
    await records.flush();
    return foldEvents(events, { writer, seq: 1, segmentAtMs: clock.now() });
  };
  return {
    records,
    written,
    batch,
    async follow(sessions, source) {
      shown = source;
      for (const session of sessions) {
        breakDecisions.follow(session, source);
      }
      await breakDecisions.idle();
    },
    breaks: async () => (await batch('w')).breaks,
  };
}
