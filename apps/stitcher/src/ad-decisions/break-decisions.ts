/**
 * Decides the breaks of sessions: requests ads for each break once, when it enters the splice plan, and enters the
 * decision into the plan.
 */
import { randomInt, randomUUID } from 'node:crypto';
import {
  type AvailContext,
  contentIdOf,
  type ExpectedBreak,
  expectedBreaks,
  isExpected,
  scteValues,
} from '@interlude/ad-requests';
import type { Clock, Logger } from '@interlude/runtime';
import {
  type Avail,
  contentPod,
  followReadings,
  haveSameBreaks,
  type PlannedBreak,
  type SplicePlan,
} from '@interlude/stitching';
import pLimit, { type LimitFunction } from 'p-limit';
import type { AdRequestTurns } from '../ad-request-turns/ad-request-turns.ts';
import type { OfferedBy } from '../break-records/recorded-decision.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { StitcherMetrics } from '../metrics.ts';
import { type BreakSource, readingsOf } from '../origin/break-source.ts';
import type { SessionEntries } from '../session-entries/session-entries.ts';
import type { SessionPlans } from '../session-plans/session-plans.ts';
import { type DecidedPod, decidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { sessionLimits } from '../sessions/session-limits.ts';
import { BreakDecider, type Decided, undecided } from './break-decider.ts';
import type { SharedTools } from './decide-ads.ts';
import { maxAdsOf } from './decide-break.ts';
import { decisionLimits } from './decision-limits.ts';
import type { DecisionReport } from './decision-report.ts';
import { givenKeysOf } from './given-keys.ts';
import { lossReasonOf } from './loss-reason.ts';
import type { PrefetchedBy } from './prefetched-ads.ts';
import { adRequestDelayMs, decisionDeadlineMs, prefetchDelayMs } from './request-timing.ts';

export interface BreakDecisionsOptions {
  readonly tools: SharedTools;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: DecisionReport;
  readonly findChannel: (channelId: string) => ChannelEntry | undefined;
  /** Turns for ad servers with a limit of requests a second; left out: requests are not paced. */
  readonly turns?: Pick<AdRequestTurns, 'take'> | undefined;
  /** Left out: prefetches are not counted. */
  readonly metrics?: Pick<StitcherMetrics, 'adPrefetches'> | undefined;
  /** Makes decisions durable; left out: they live in this process alone. */
  readonly entries?: Pick<SessionEntries, 'put' | 'claimAsk' | 'awaited'> | undefined;
  /** Stores plans; left out: they live in this process alone. */
  readonly plans?: Pick<SessionPlans, 'followed'> | undefined;
  /** Whether a process before this one has shown ads of this break to the session. */
  readonly wasShown: (session: PlaybackSession, breakId: string) => boolean;
}

/** A break whose ads are not requested yet. */
interface Waiting {
  readonly avail: Avail;
  readonly source: BreakSource;
  readonly timer: NodeJS.Timeout;
}

const eightDigits = () => String(randomInt(10_000_000, 100_000_000));

/** Node joins a UUID of many short strings, which a session would keep in memory for long: copied into one. */
const flatUuid = () => Buffer.from(randomUUID(), 'latin1').toString('latin1');

/**
 * Edge of the output of a session, ms on the source clock: a live delay keeps it behind the edge of the source, so that
 * breaks are known before their time.
 */
function edgeOf(session: PlaybackSession, source: BreakSource): number {
  return source.knownUntilMs - (session.plan?.liveDelayMs ?? 0);
}

/** The avail with the times that the plan has now; undefined when its break is no longer pending. */
function stillPending(plan: SplicePlan | undefined, avail: Avail): Avail | undefined {
  const planned = plan?.breaks.find(({ breakId }) => breakId === avail.breakId);
  if (planned?.state !== 'pending') return undefined;
  const { startMs, endMs } = planned;
  return { ...avail, startMs, durationMs: endMs - startMs };
}

const offeredByOf = (
  session: PlaybackSession,
  source: BreakSource,
  { breakId, startMs }: Avail,
): OfferedBy => ({
  adBreak: source.breaks.find((known) => known.breakId === breakId),
  poll: source.pollVersion,
  leadMs: startMs - edgeOf(session, source),
});

export class BreakDecisions {
  readonly #options: BreakDecisionsOptions;
  readonly #decider: BreakDecider;
  readonly #running = new Set<Promise<void>>();
  readonly #runningOf = new WeakMap<PlaybackSession, Set<Promise<void>>>();
  readonly #waitingOf = new WeakMap<PlaybackSession, Map<string, Waiting>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /**
   * Limits decisions under way by channel: thousands of sessions can enter a break at once, and those that wait take no
   * memory yet.
   */
  readonly #limits = new WeakMap<ChannelEntry, LimitFunction>();
  /** Viewers counted by break, so that their ad requests are spread. */
  readonly #viewers = new Map<string, number>();

  constructor(options: BreakDecisionsOptions) {
    this.#options = options;
    this.#decider = new BreakDecider(options);
  }

  /**
   * Lets all sessions of a channel follow a reading, with pauses in which ad requests leave and playlists are answered.
   * Never rejects.
   */
  async followAll(sessions: Iterable<PlaybackSession>, source: BreakSource): Promise<void> {
    let count = 0;
    try {
      for (const session of sessions) {
        this.follow(session, source);
        count += 1;
        if (count % decisionLimits.followedAtOnce === 0) {
          await new Promise(setImmediate);
        }
      }
    } catch (error) {
      this.#options.logger.error({ error }, 'sessions could not follow a break');
    }
  }

  /**
   * Brings the splice plan up to the source, reading by reading; new breaks are decided in the background. A decision
   * is entered when the edge of the output reaches its break.
   */
  follow(session: PlaybackSession, source: BreakSource): void {
    if (session.plan && session.followedPoll !== source.pollVersion) {
      this.#follow(session, session.plan, source);
    }
  }

  #follow(session: PlaybackSession, before: SplicePlan, source: BreakSource): void {
    const { followedPoll: version, settled } = session;
    const known = { plan: before, version, settled };
    const { course, avails } = followReadings(
      known,
      readingsOf(source),
      (breakId) => session.decision(breakId)?.pod,
    );
    session.plan = course.plan;
    session.followedPoll = course.version;
    session.settled = course.settled;
    // A plan that has just begun is stored, too.
    const hasChanged = version < 0 || !haveSameBreaks(known, course);
    this.#options.plans?.followed(session, source.numbering, hasChanged);
    this.#takeOver(session, before);
    session.forgetPods(source.oldestMs - sessionLimits.podGraceMs);
    this.#prefetch(session, source);
    this.#decideDue(session, source);
    this.offer(session, source, avails);
  }

  /** Schedules the ad requests of expected breaks, spread over the sessions. */
  #prefetch(session: PlaybackSession, source: BreakSource): void {
    const channel = this.#options.findChannel(session.subject.channelId);
    const schedules = channel?.settings.prefetchSchedules ?? [];
    if (!channel || schedules.length === 0 || session.isMonitor || !source.profile) {
      return;
    }
    const { prefetched } = this.#decider;
    const edgeMs = edgeOf(session, source);
    const unused = prefetched.forgetBefore(session, edgeMs);
    if (unused > 0) this.#options.metrics?.adPrefetches.add({ outcome: 'unused' }, unused);
    for (const expected of expectedBreaks(schedules, edgeMs)) {
      if (!prefetched.isOpen(session, expected)) {
        continue;
      }
      const leadMs = expected.startMs - edgeMs;
      const isThere = session.plan?.breaks.some(({ startMs }) => isExpected(expected, startMs));
      if (isThere || leadMs < decisionLimits.deadlineMs) {
        prefetched.pass(session, expected);
      } else {
        this.#prefetchLater(session, source, expected, leadMs);
      }
    }
  }

  #prefetchLater(
    session: PlaybackSession,
    source: BreakSource,
    expected: ExpectedBreak,
    leadMs: number,
  ): void {
    const channel = this.#options.findChannel(session.subject.channelId);
    const { profile } = source;
    if (!channel || !profile) {
      return;
    }
    const { id: breakId, startMs, durationMs } = expected;
    const avail: Avail = {
      ...{ breakId, startMs, durationMs, openEnded: false, driftMs: 0 },
      toleranceMs: ((session.plan?.targetDuration ?? 0) * 1000) / 2,
    };
    const context = {
      ...this.#context(session, channel, avail),
      breakIndex: session.availCount + 1,
    };
    const isPaced = channel.settings.adRequestsPerSecond > 0;
    const delayMs = isPaced ? 0 : prefetchDelayMs(leadMs, session.mark);
    const deadlineMs = leadMs - delayMs - decisionLimits.deadlineMs / 2;
    const request = { session, channel, profile, avail, context, deadlineMs };
    const requestedBy = () => this.#prefetchedBy(session, breakId, deadlineMs);
    this.#decider.prefetch(request, expected, { delayMs, requestedBy });
  }

  async #prefetchedBy(
    session: PlaybackSession,
    breakId: string,
    withinMs: number,
  ): Promise<PrefetchedBy> {
    const { clock, entries } = this.#options;
    const nowMs = clock.now();
    if (nowMs - session.lastSeenMs >= session.idleTimeoutMs) {
      return 'nobody';
    }
    const claimed = await entries?.claimAsk(session, breakId, nowMs + withinMs);
    return claimed === undefined ? 'this' : 'another';
  }

  /** Requests ads for breaks of the plan that are not decided. */
  offer(session: PlaybackSession, source: BreakSource, avails: readonly Avail[]): void {
    for (const avail of avails) {
      const due = stillPending(session.plan, avail);
      if (due && !session.decision(avail.breakId)) {
        this.#schedule(session, source, due);
      }
    }
  }

  /** Settles breaks whose state or reason differs from the plan before, and drops decisions that have been entered. */
  #takeOver(session: PlaybackSession, { breaks: before }: SplicePlan): void {
    for (const planned of session.plan?.breaks ?? []) {
      if (planned.state === 'pending') {
        continue;
      }
      const known = before.find(({ breakId }) => breakId === planned.breakId);
      if (known?.state !== planned.state || known.reason !== planned.reason) {
        this.#settle(session, known, planned);
      }
      // While a break at the edge is undecided, the plan is followed again from before that break and needs these
      // decisions.
      if (!session.settled) {
        session.forgetDecision(planned.breakId);
      }
    }
  }

  /** @param known the break in the plan before; undefined when it is new */
  #settle(
    session: PlaybackSession,
    known: PlannedBreak | undefined,
    { breakId, state, reason, startMs, returnMs, placements }: PlannedBreak,
  ): void {
    const isOpen = known === undefined || known.state === 'pending';
    const decision = isOpen ? session.decision(breakId) : undefined;
    const pod = session.pod(breakId);
    if (decision && state === 'replaced' && pod) {
      const occupiesMs = returnMs - startMs;
      session.addPod(breakId, { ...pod, startMs, pod: { ...pod.pod, placements, occupiesMs } });
    } else if (decision) {
      session.givenCreatives.takeBack(decision.creativeKeys);
    }
    // The reason of a decision without ads was reported with the decision.
    if (reason && (!decision || reason === 'BREAK_CANCELLED')) {
      this.#options.report.fallback(session, breakId, reason);
    }
  }

  #schedule(session: PlaybackSession, source: BreakSource, avail: Avail): void {
    const settings = this.#options.findChannel(session.subject.channelId)?.settings;
    const leadMs = avail.startMs - edgeOf(session, source);
    const place = this.#placeOf(`${session.subject.channelId} ${avail.breakId}`);
    const delayMs = settings ? adRequestDelayMs(leadMs, settings, place) : 0;
    if (delayMs <= 0) {
      this.#queue(session, source, avail);
      return;
    }
    const waiting = this.#waitingOf.get(session) ?? new Map<string, Waiting>();
    this.#waitingOf.set(session, waiting);
    const timer = setTimeout(() => this.#decideNow(session, avail.breakId), delayMs);
    this.#timers.add(timer);
    waiting.set(avail.breakId, { avail, source, timer });
  }

  #placeOf(key: string): number {
    const place = this.#viewers.get(key) ?? 0;
    this.#viewers.set(key, place + 1);
    const [oldest] = this.#viewers.keys();
    if (this.#viewers.size > decisionLimits.countedBreaks && oldest !== undefined) {
      this.#viewers.delete(oldest);
    }
    return place;
  }

  /** Ends the wait of breaks whose lead has come down to the deadline, or that are no longer pending. */
  #decideDue(session: PlaybackSession, source: BreakSource): void {
    for (const [breakId] of this.#waitingOf.get(session) ?? []) {
      const planned = session.plan?.breaks.find((known) => known.breakId === breakId);
      const leadMs = (planned?.startMs ?? 0) - edgeOf(session, source);
      if (planned?.state !== 'pending' || leadMs <= decisionLimits.deadlineMs) {
        this.#decideNow(session, breakId);
      }
    }
  }

  /** Requests ads now, for the break as the plan has it now. */
  #decideNow(session: PlaybackSession, breakId: string): void {
    const waiting = this.#waitingOf.get(session);
    const known = waiting?.get(breakId);
    if (!known) {
      return;
    }
    waiting?.delete(breakId);
    clearTimeout(known.timer);
    this.#timers.delete(known.timer);
    const due = stillPending(session.plan, known.avail);
    if (due) {
      this.#queue(session, known.source, due);
    }
  }

  /**
   * The deadline counts from here on, also while a decision waits to start: in a crowd the last sessions may get no
   * ads, the first ones do.
   */
  #queue(session: PlaybackSession, source: BreakSource, avail: Avail): void {
    const leadMs = avail.startMs - edgeOf(session, source);
    const deadlineMs = decisionDeadlineMs(leadMs, session.plan?.targetDuration ?? 0);
    const giveUpAtMs = this.#options.clock.now() + deadlineMs;
    let limit = this.#limits.get(source.channel);
    if (!limit) {
      limit = pLimit(decisionLimits.startedOfChannel);
      this.#limits.set(source.channel, limit);
    }
    const decide = () => this.#decide(session, source, avail, giveUpAtMs);
    this.#start(session, limit(decide));
  }

  #start(session: PlaybackSession, work: Promise<void>): void {
    const guarded = work.catch((error: unknown) => {
      this.#options.logger.error({ error }, 'a decision could not be entered');
    });
    const ofSession = this.#runningOf.get(session) ?? new Set();
    this.#runningOf.set(session, ofSession.add(guarded));
    this.#running.add(guarded);
    void guarded.finally(() => {
      this.#running.delete(guarded);
      ofSession.delete(guarded);
      if (ofSession.size === 0) {
        this.#runningOf.delete(session);
      }
    });
  }

  /** Resolves when nothing is being decided for this session: each decision has its deadline. */
  async decided(session: PlaybackSession): Promise<void> {
    await Promise.all(this.#runningOf.get(session) ?? []);
  }

  /**
   * Drops ad requests that wait for their time; resolves when no decision is under way, of which each has its deadline.
   */
  async idle(): Promise<void> {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  /**
   * Leaves a break to the source (`SESSION_RESUMED`) whose ads a process before this one has shown, unless the database
   * has its decision: numbers and events of those ads are taken, and no other ad may stand under one of their
   * addresses.
   */
  async #leaveToSource(session: PlaybackSession, source: BreakSource, avail: Avail): Promise<void> {
    const { breakId, startMs } = avail;
    const { entries, findChannel, report } = this.#options;
    const reason = 'SESSION_RESUMED';
    const context = this.#context(session, findChannel(session.subject.channelId), avail);
    const own = decidedPod(context, contentPod(reason), startMs, new Map());
    const standing = (await entries?.put(session, own, 0)) ?? own;
    if (standing === own) {
      session.addDecision(breakId, { pod: own.pod, creativeKeys: [] });
      report.fallback(session, breakId, reason);
    } else {
      this.#take(session, avail, standing, this.noteGiven(session, [standing]));
    }
    this.#enter(session, source);
  }

  /**
   * Enters a decision at once where a break at the edge waits for it; others are entered when the edge reaches their
   * break.
   */
  #enter(session: PlaybackSession, source: BreakSource): void {
    if (session.plan && (session.settled || session.followedPoll !== source.pollVersion)) {
      this.#follow(session, session.plan, source);
    }
  }

  async #decide(
    session: PlaybackSession,
    source: BreakSource,
    avail: Avail,
    giveUpAtMs: number,
  ): Promise<void> {
    const asked = await this.#askedElsewhere(session, avail, giveUpAtMs);
    if (asked === 'decided') {
      this.#enter(session, source);
      return;
    }
    if (session.isResumed && this.#options.wasShown(session, avail.breakId)) {
      await this.#leaveToSource(session, source, avail);
      return;
    }
    const { clock } = this.#options;
    // The stitcher that was to request these ads is gone: the ad server gets at least the time that it needs.
    const leastUntilMs = asked === 'lost' ? clock.now() + decisionLimits.leastAnswerMs : 0;
    await this.#ask(session, source, avail, Math.max(giveUpAtMs, leastUntilMs));
  }

  async #ask(
    session: PlaybackSession,
    source: BreakSource,
    avail: Avail,
    giveUpAtMs: number,
  ): Promise<void> {
    const { report, clock } = this.#options;
    session.availCount += 1;
    const startedMs = clock.now();
    report.requested(session, avail);
    const offeredBy = offeredByOf(session, source, avail);
    const { decision, context } = await this.#decision(session, source, avail, giveUpAtMs);
    if (!session.plan) {
      session.givenCreatives.takeBack(decision.creativeKeys);
      return;
    }
    const own = decidedPod(context, decision.pod, avail.startMs, decision.ads);
    const leftMs = giveUpAtMs - clock.now();
    const standing = (await this.#options.entries?.put(session, own, leftMs)) ?? own;
    const isOwn = standing === own;
    this.#take(
      session,
      avail,
      standing,
      isOwn ? decision.creativeKeys : this.noteGiven(session, [standing]),
    );
    if (isOwn) {
      report.decided(session, {
        ...{ avail, context, decision, offeredBy },
        offeredAtMs: startedMs,
        deadlineMs: giveUpAtMs - startedMs,
        tookMs: clock.now() - startedMs,
      });
    } else {
      // The decision of another stitcher came first and is reported there: the ads of this one are not shown.
      session.givenCreatives.takeBack(decision.creativeKeys);
    }
    this.#enter(session, source);
  }

  /**
   * Where several stitchers serve a session, one requests the ads of a break and the others take its decision, also
   * after their own deadline: content in the meantime would contradict it. Of a break with prefetched ads it is the
   * stitcher that holds them.
   * @returns undefined when this stitcher requests the ads; `lost` when the one that was to request them is gone
   */
  async #askedElsewhere(
    session: PlaybackSession,
    avail: Avail,
    giveUpAtMs: number,
  ): Promise<'decided' | 'lost' | undefined> {
    const { entries } = this.#options;
    const prefetchedBy = this.#decider.prefetched.find(session, avail)?.by();
    if (!entries || prefetchedBy === 'this') {
      return undefined;
    }
    const askedUntilMs =
      prefetchedBy === 'another'
        ? giveUpAtMs
        : await entries.claimAsk(session, avail.breakId, giveUpAtMs);
    if (askedUntilMs === undefined) {
      return undefined;
    }
    const { deadlineMs, storedWithinMs } = decisionLimits;
    // `askedUntilMs` is by the clock of another machine, which may be off.
    const untilMs = Math.min(giveUpAtMs + deadlineMs, askedUntilMs + storedWithinMs);
    const decided = await entries.awaited(session, avail.breakId, untilMs);
    if (!decided) {
      return 'lost';
    }
    session.availCount = Math.max(session.availCount, decided.avail.breakIndex);
    this.#take(session, avail, decided, this.noteGiven(session, [decided]));
    return 'decided';
  }

  /**
   * Counts ads that other stitchers have given to a session, where its channel has a frequency cap.
   * @returns the creative keys that were counted, to be taken back if the ads are not shown
   */
  noteGiven(session: PlaybackSession, decided: readonly DecidedPod[]): readonly string[] {
    const { adFrequencyCap = 0 } =
      this.#options.findChannel(session.subject.channelId)?.settings ?? {};
    const keys = adFrequencyCap > 0 ? decided.flatMap(givenKeysOf) : [];
    session.givenCreatives.add(keys);
    return keys;
  }

  #take(
    session: PlaybackSession,
    avail: Avail,
    decided: DecidedPod,
    creativeKeys: readonly string[],
  ): void {
    const { pod } = decided;
    const lost = lossReasonOf(pod);
    if (lost !== undefined) {
      session.noteLoss(avail.breakId, lost);
    }
    const awaited = stillPending(session.plan, avail);
    if (!awaited) {
      // The source has cancelled the break meanwhile.
      session.givenCreatives.takeBack(creativeKeys);
      return;
    }
    session.addDecision(avail.breakId, { pod, creativeKeys });
    if (pod.placements.length > 0) {
      session.addPod(avail.breakId, { ...decided, startMs: awaited.startMs });
    }
  }

  #context(session: PlaybackSession, channel: ChannelEntry | undefined, avail: Avail) {
    const { channelId } = session.subject;
    const settings = channel?.settings;
    const marker = scteValues(avail.scte35);
    const contentId = settings?.passThroughCaidSegmentation
      ? avail.contentId || contentIdOf(marker)
      : '';
    return {
      channelId,
      channelName: settings?.name,
      presetId: settings?.presetId,
      sessionId: session.mark,
      breakId: avail.breakId,
      breakIndex: session.availCount,
      breakPosition: avail.position ?? 'mid',
      durationSeconds: avail.openEnded ? 0 : avail.durationMs / 1000,
      nowMs: this.#options.clock.now(),
      cachebuster: eightDigits(),
      transactionId: flatUuid(),
      serverSideBeacons: settings?.enableServerSideBeacons ?? true,
      maxAds: settings && maxAdsOf(settings, avail),
      scte35: avail.scte35,
      contentId,
    } satisfies AvailContext;
  }

  async #decision(
    session: PlaybackSession,
    source: BreakSource,
    avail: Avail,
    giveUpAtMs: number,
  ): Promise<Decided> {
    const channel = this.#options.findChannel(session.subject.channelId);
    const context = this.#context(session, channel, avail);
    const { profile } = source;
    if (!channel || !profile) {
      return { decision: undecided('SESSION_UNAVAILABLE'), context };
    }
    const deadlineMs = giveUpAtMs - this.#options.clock.now();
    return this.#decider.decide({ session, channel, profile, avail, context, deadlineMs });
  }
}
