/**
 * Player reports, and the splice quality that follows from them: fed by requests that players make anyway, by their
 * CMCD events, and by the end of sessions. Nothing waits for it, and no manifest depends on it (ADR 0054).
 */
import type { IncomingMessage } from 'node:http';
import { type ChannelSettings, channelMode } from '@interlude/contract';
import { type CmcdReport, SpliceLog } from '@interlude/reporting';
import type { Clock } from '@interlude/runtime';
import type { DatabaseTime } from '../database-time/database-time.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { cmcdOf } from '../http/cmcd.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { podSplices } from './pod-splices.ts';
import { SpliceCounts } from './splice-counts.ts';

export interface PlayerReportsOptions {
  readonly recorder: Pick<EventRecorder, 'note'>;
  readonly clock: Clock;
  readonly databaseTime: Pick<DatabaseTime, 'of'>;
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
}

/** A requested segment of an ad or of slate, with the CMCD of the request. */
export interface ReportedSegment {
  readonly placementIndex: number;
  readonly renditionId: string;
  readonly segmentIndex: number;
  readonly cmcd?: CmcdReport | undefined;
}

export class PlayerReports {
  readonly #options: PlayerReportsOptions;
  readonly #counts: SpliceCounts;
  /** Log by session that has reached a splice, or whose player reports. */
  readonly #logs = new WeakMap<PlaybackSession, SpliceLog>();

  constructor(options: PlayerReportsOptions) {
    this.#options = options;
    this.#counts = new SpliceCounts(options.recorder, options.databaseTime);
  }

  /** VOD players request nothing here while they play content: the time of their exit is not known. */
  #isLive({ subject }: PlaybackSession): boolean {
    const settings = this.#options.findSettings(subject.channelId);
    return settings === undefined || channelMode(settings.type) === 'live';
  }

  #logOf(session: PlaybackSession): SpliceLog {
    const known = this.#logs.get(session);
    if (known) return known;
    const made = new SpliceLog({
      isLive: this.#isLive(session),
      count: (counted) => this.#counts.add(session.subject, counted),
    });
    this.#logs.set(session, made);
    return made;
  }

  /** A segment of a break was requested, of any track: a player reports a stall with its next request. */
  requested(session: PlaybackSession, decided: DecidedPod, requested: ReportedSegment): void {
    const placement = decided.pod.placements[requested.placementIndex];
    const rendition = placement?.creative.renditions[requested.renditionId];
    const segment = rendition?.segments[requested.segmentIndex];
    const startsMs = rendition?.startsMs[requested.segmentIndex];
    if (session.isMonitor || !placement || !segment || startsMs === undefined) return;
    const startMs = placement.offsetMs + startsMs;
    const endMs = startMs + 1_000 * segment.durationSeconds;
    const reached = { splices: podSplices(decided), startMs, endMs };
    this.#logOf(session).requested(reached, requested.cmcd, this.#options.clock.now());
  }

  /** A manifest was requested. */
  heard(session: PlaybackSession, request: Pick<IncomingMessage, 'url' | 'rawHeaders'>): void {
    const report = session.isMonitor ? undefined : cmcdOf(request);
    if (report) this.#logOf(session).heard(report, this.#options.clock.now());
  }

  /** The player sent events. */
  events(session: PlaybackSession, reports: readonly CmcdReport[]): void {
    if (session.isMonitor || reports.length === 0) return;
    this.#logOf(session).events(reports, this.#options.clock.now());
  }

  /** Adds watched time of a session whose requests still come. @param durationMs since the last call */
  watched(session: PlaybackSession, durationMs: number): void {
    const log = this.#logs.get(session);
    const nowMs = this.#options.clock.now();
    if (log) {
      log.watched(durationMs, nowMs);
    } else if (this.#isLive(session)) {
      const about = { creative: '', atMs: nowMs, watchedMs: durationMs };
      this.#counts.add(session.subject, { place: 'away-silent', ...about });
    }
  }

  /** The session has ended: no request came for longer than it may pause. */
  ended(session: PlaybackSession): void {
    if (this.#logs.has(session) || this.#isLive(session)) {
      this.#logOf(session).ended(session.lastSeenMs);
    }
  }

  /** Writes the counts into the spool. */
  flush(): void {
    this.#counts.flush();
  }

  /** Closes the logs of sessions that another process continues, and flushes. */
  stop(sessions: Iterable<PlaybackSession>): void {
    for (const session of sessions) {
      this.#logs.get(session)?.stop();
    }
    this.flush();
  }
}
