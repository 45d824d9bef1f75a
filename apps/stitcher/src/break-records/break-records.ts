/**
 * The record of breaks: sums over all sessions of viewers, and the stages of some. Decisions, requests for ad segments
 * and ended beacons feed it, never a playlist; nothing waits for it (ADR 0035).
 */
import { type DecidedShare, serverOf } from '@interlude/reporting';
import type { AdFallbackReason, BeaconEvent, PlannedBreak } from '@interlude/stitching';
import type { DatabaseTime } from '../database-time/database-time.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { BeaconSubject } from './beacon-subject.ts';
import { BreakLedger } from './break-ledger.ts';
import { KeptStages, type KeptStagesOptions } from './kept-stages.ts';
import { OpenBreaks, type OpenBreaksOptions, type SessionEntry } from './open-breaks.ts';
import { recordLimits } from './record-limits.ts';
import {
  askedServer,
  countedBreakId,
  decidedShare,
  offeredLengthMs,
  type RecordedDecision,
  startedAtMs,
} from './recorded-decision.ts';
import { SessionShare } from './session-share.ts';
import { monitorMask, planDetail, publishedDetail } from './stage-details.ts';

export interface BreakRecordsOptions
  extends Omit<KeptStagesOptions, 'onLost'>,
    Pick<OpenBreaksOptions, 'findSource'> {
  readonly recorder: EventRecorder;
  /** Breaks of all stitchers are counted by one clock, however far off those of their machines are. */
  readonly databaseTime: Pick<DatabaseTime, 'of' | 'counting'>;
  readonly metrics: Pick<StitcherMetrics, 'recordsLost'>;
}

/** A segment of an ad or of slate. */
export interface RequestedAdSegment {
  readonly placementIndex: number;
  readonly renditionId: string;
  readonly segmentIndex: number;
}

/** A beacon that has ended, with what the record needs of it. */
export interface EndedBeacon {
  readonly channelId: string;
  readonly tenantId: string;
  /** The session's mark. */
  readonly sessionId: string;
  readonly event: string;
  readonly url: string;
  readonly about?: BeaconSubject | undefined;
}

const hourMs = 3_600_000;

/**
 * Start of a break, epoch ms: never before the start that was counted with the decision, as the earliest of several
 * stands.
 */
const laterStart = (startMs: number, decidedAtMs: number) =>
  Math.abs(startMs - decidedAtMs) < hourMs ? Math.max(startMs, decidedAtMs) : decidedAtMs;

/** The share of a session in a break for which no ads were decided. */
const undecidedShare = (planned: PlannedBreak, reason: AdFallbackReason): DecidedShare => ({
  offeredMs: offeredLengthMs(planned),
  isAsked: false,
  ads: [],
  placedMs: 0,
  adsPlaced: 0,
  slateMs: 0,
  reason,
});

/** The share of a session in a break that a process before this one has counted. */
function shownShare({ pod }: DecidedPod): DecidedShare {
  const ads = pod.placements.filter(({ kind }) => kind === 'ad');
  const placedMs = ads.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    offeredMs: placedMs,
    isAsked: true,
    ads: [],
    placedMs,
    adsPlaced: ads.length,
    slateMs: 0,
    reason: undefined,
  };
}

export class BreakRecords {
  readonly #options: BreakRecordsOptions;
  readonly #ledger: BreakLedger;
  readonly #stages: KeptStages;
  readonly #open: OpenBreaks;
  /** Entries by session, and id of the break in its plan. */
  readonly #entries = new WeakMap<PlaybackSession, Map<string, SessionEntry>>();

  constructor(options: BreakRecordsOptions) {
    const { recorder, clock, databaseTime, metrics, findSource } = options;
    this.#options = options;
    this.#ledger = new BreakLedger(recorder, databaseTime.counting);
    this.#stages = new KeptStages({
      ...options,
      onLost: (count) => metrics.recordsLost.add({}, count),
    });
    this.#open = new OpenBreaks({
      ...{ clock, findSource },
      ledger: this.#ledger,
      onSettled: (entry, planned) => this.#published(entry, planned),
    });
  }

  /** A break was decided for a session, and entered into its plan. */
  decided(session: PlaybackSession, decision: RecordedDecision): void {
    const { tenantId, channelId } = session.subject;
    const { databaseTime } = this.#options;
    const { avail, context, offeredBy, offeredAtMs, isShared, requests } = decision;
    const { entries, kept, of } = this.#open.open({
      tenantId,
      channelId,
      breakId: countedBreakId(context),
      startedAtMs: startedAtMs({ ...decision, offeredAtMs: databaseTime.of(offeredAtMs) }),
    });
    const share = new SessionShare(decidedShare(decision));
    const announcedMs = offeredBy.adBreak?.durationMs;
    const counted = share.become(share.decided);
    if (!session.isMonitor) {
      this.#ledger.add(of, counted);
      this.#ledger.add(of, { announcedMs });
      this.#ledger.ask(of, isShared ? [] : requests.map(askedServer));
    }
    const isKept = this.#stages.decided(session, of, kept, { share, decision });
    const entry = { session, breakId: avail.breakId, of, share, isKept };
    this.#enter(entry);
    // Breaks of an asset on demand do not change after the decision.
    if (!context.isOnDemand) {
      entries.add(entry);
    }
  }

  /** The plan of a session gave a break back to the source. */
  fallback(session: PlaybackSession, breakId: string, reason: AdFallbackReason): void {
    const planned = session.plan?.breaks.find((known) => known.breakId === breakId);
    // A break that was decided is corrected when it is over; one of a resumed session was counted by the process
    // before.
    const isCounted = this.#entries.get(session)?.has(breakId) ?? false;
    if (isCounted || !planned || reason === 'SESSION_RESUMED') {
      return;
    }
    const { tenantId, channelId } = session.subject;
    const nowMs = this.#options.databaseTime.counting.now();
    const startedAtMs = laterStart(planned.announcedStartMs, nowMs);
    const { of } = this.#open.open({ tenantId, channelId, breakId, startedAtMs });
    const share = new SessionShare(undecidedShare(planned, reason));
    this.#ledger.add(of, share.become(share.decided));
    this.#enter({ session, breakId, of, share, isKept: false });
  }

  #enter(entry: SessionEntry): void {
    const entries = this.#entries.get(entry.session) ?? new Map<string, SessionEntry>();
    this.#entries.set(entry.session, entries);
    entries.delete(entry.breakId);
    entries.set(entry.breakId, entry);
    const [oldest] = entries.keys();
    if (entries.size > recordLimits.breaksOfSession && oldest !== undefined) {
      entries.delete(oldest);
    }
  }

  /**
   * The entry of a break. For one that a process before this one has counted it is made here, so that further requests
   * are added.
   */
  #entryOf(session: PlaybackSession, decided: DecidedPod): SessionEntry {
    const { avail, startMs } = decided;
    const known = this.#entries.get(session)?.get(avail.breakId);
    if (known) {
      return known;
    }
    const { tenantId, channelId } = session.subject;
    const nowMs = this.#options.databaseTime.of(avail.nowMs);
    const breakId = countedBreakId(avail);
    const of = { tenantId, channelId, breakId, startedAtMs: laterStart(startMs, nowMs) };
    const share = new SessionShare(shownShare(decided));
    share.become(share.decided);
    const entry = { session, breakId: avail.breakId, of, share, isKept: false };
    this.#enter(entry);
    return entry;
  }

  /** A segment was requested, in a rendition that counts. */
  requested(session: PlaybackSession, decided: DecidedPod, segment: RequestedAdSegment): void {
    const { of, share } = this.#entryOf(session, decided);
    const counted = share.request(decided.pod, segment);
    if (counted && !session.isMonitor) {
      this.#ledger.add(of, counted);
    }
  }

  /** Events of an ad have happened. */
  reached(
    session: PlaybackSession,
    decided: DecidedPod,
    placementIndex: number,
    events: readonly BeaconEvent[],
  ): void {
    const entry = this.#entries.get(session)?.get(decided.avail.breakId);
    if (entry?.isKept) {
      const placement = decided.pod.placements[placementIndex];
      const ad = placement?.adId.slice(0, recordLimits.textChars);
      const { seenMs } = entry.share;
      const detail = { slot: placementIndex, kind: placement?.kind, ad, events, seenMs };
      this.#stages.add(entry.of, session.mark, 'reached', detail);
    }
  }

  /** A beacon has ended. */
  sent(beacon: EndedBeacon, outcome: string, tries: number, reason: string): void {
    const { about, tenantId, channelId, sessionId, event, url } = beacon;
    if (!about) {
      return;
    }
    const { breakId, slot, impressionMs, decidedAtMs } = about;
    const known = this.#open.find({ channelId, breakId });
    const startedAtMs = this.#options.databaseTime.of(decidedAtMs);
    const of = known?.of ?? { tenantId, channelId, breakId, startedAtMs };
    if (outcome === 'sent' && impressionMs !== undefined) {
      this.#ledger.add(of, { counts: { sentMs: Math.round(impressionMs) } });
    }
    if (this.#stages.has(sessionId, breakId)) {
      const server = serverOf(url);
      const detail = { event, slot, server, outcome, tries, reason };
      this.#stages.add(of, sessionId, 'sent', detail);
    }
  }

  #published({ session, of, share, isKept }: SessionEntry, planned: PlannedBreak): void {
    if (isKept) {
      const settings = this.#options.findSettings(of.channelId);
      const detail = {
        ...publishedDetail(planned, share.seenMs),
        ...(session.isMonitor && planDetail(session.plan, monitorMask(session, settings))),
      };
      this.#stages.add(of, session.mark, 'published', detail);
    }
  }

  /** Corrects breaks that are over, and hands on sums and stages; called each second. Never rejects. */
  async flush(): Promise<void> {
    try {
      await this.#open.settle();
    } catch (error) {
      this.#options.logger.error({ error }, 'breaks that are over could not be counted');
    }
    this.#ledger.flush();
    await this.#stages.flush();
  }
}
