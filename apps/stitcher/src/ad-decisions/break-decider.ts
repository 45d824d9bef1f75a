/** Decides one break of one session within its deadline: requests ads, or takes what a cohort or a cache holds. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { AvailContext, ExpectedBreak } from '@interlude/ad-requests';
import { type Clock, type Logger, withTimeout } from '@interlude/runtime';
import { type AdFallbackReason, type Avail, contentPod } from '@interlude/stitching';
import type { AdRequestTurns } from '../ad-request-turns/ad-request-turns.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { cohortOf } from './cohort.ts';
import { ContingencyAds, hasFailed } from './contingency.ts';
import { type AdDecision, channelTools, type SharedTools, withNewCreatives } from './decide-ads.ts';
import { adSourceOf, type BreakDecision, decidePod } from './decide-break.ts';
import { decisionLimits } from './decision-limits.ts';
import { NewestDecisions } from './newest-decisions.ts';
import { PacedRequests } from './paced-requests.ts';
import { type PrefetchedBy, PrefetchedBySession, type RequestedAds } from './prefetched-ads.ts';
import { SharedAdDecisions } from './shared-ad-decisions.ts';

export interface BreakToDecide {
  readonly session: PlaybackSession;
  readonly channel: ChannelEntry;
  readonly profile: ChannelProfile;
  readonly avail: Avail;
  readonly context: AvailContext;
  /** Time for the whole decision, ms; 0 or less when none is left. */
  readonly deadlineMs: number;
}

/** A decision, and the context that trackers of its ads are filled from. */
export interface Decided {
  readonly decision: BreakDecision;
  readonly context: AvailContext;
}

export function undecided(reason: AdFallbackReason): BreakDecision {
  const pod = contentPod(reason);
  return { pod, ads: new Map(), errors: [], adServerRequested: false, creativeKeys: [] };
}

export interface PrefetchTime {
  readonly delayMs: number;
  /** Called when the time has come: which stitcher sends the request; `nobody` when the session is gone. */
  readonly requestedBy: () => Promise<PrefetchedBy>;
}

export interface BreakDeciderOptions {
  readonly tools: SharedTools;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Turns for ad servers with a limit of requests a second; left out: requests are not paced. */
  readonly turns?: Pick<AdRequestTurns, 'take'> | undefined;
  /** Left out: prefetches are not counted. */
  readonly metrics?: Pick<StitcherMetrics, 'adPrefetches'> | undefined;
}

export class BreakDecider {
  readonly #tools: SharedTools;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: BreakDeciderOptions['metrics'];
  readonly #requests: PacedRequests;
  readonly #shared: SharedAdDecisions;
  /** Decisions of viewers, which the monitor's sessions take. */
  readonly #newest = new NewestDecisions();
  readonly #contingency: ContingencyAds;
  readonly prefetched = new PrefetchedBySession();

  constructor({ tools, clock, logger, turns, metrics }: BreakDeciderOptions) {
    this.#tools = tools;
    this.#metrics = metrics;
    this.#clock = clock;
    this.#logger = logger;
    this.#requests = new PacedRequests(tools, clock, turns);
    this.#shared = new SharedAdDecisions(clock);
    this.#contingency = new ContingencyAds(clock);
  }

  /** Decides a break within `deadlineMs`. Never rejects. */
  async decide(request: BreakToDecide): Promise<Decided> {
    const { channel, context } = request;
    const giveUpAtMs = this.#clock.now() + request.deadlineMs;
    try {
      const { own, spare, isOwn } = await this.#adsOrSpare(request, giveUpAtMs);
      const ads = spare ?? own;
      if (!ads) {
        return { decision: undecided('DECISION_TIMEOUT'), context };
      }
      const { settings } = channel;
      const { viewer, givenCreatives: given } = request.session;
      const deadlineMs = Math.max(1, giveUpAtMs - this.#clock.now());
      const toFit = { ...request, settings, viewer, given, deadlineMs };
      const decision = await decidePod(ads, toFit, channelTools(this.#tools, channel));
      const { transactionId } = ads;
      return {
        decision: spare ? inPlaceOf(own, decision) : reportedOnce(decision, isOwn),
        context: { ...context, transactionId },
      };
    } catch (error) {
      this.#logger.error({ error, channelId: channel.id }, 'a decision failed');
      return { decision: undecided('AD_SERVER_UNREACHABLE'), context };
    }
  }

  /**
   * Requests the ads of a break before its marker is there.
   * @param when delay until the request is sent, from which its deadline counts, and which stitcher sends it
   */
  prefetch(request: BreakToDecide, expected: ExpectedBreak, when: PrefetchTime): void {
    const { session, channel } = request;
    const begun = new AbortController();
    let requestedBy: PrefetchedBy = 'nobody';
    const later = async (): Promise<RequestedAds> => {
      const { delayMs } = when;
      await sleep(delayMs, undefined, { ref: false, signal: begun.signal }).catch(() => undefined);
      requestedBy = await when.requestedBy();
      return requestedBy === 'this'
        ? this.#request(request, this.#clock.now() + request.deadlineMs)
        : { ads: undefined, isOwn: false };
    };
    const requested = later().catch((error: unknown) => {
      this.#logger.error({ error, channelId: channel.id }, 'a prefetch failed');
      return { ads: undefined, isOwn: false };
    });
    const [begin, by] = [() => begun.abort(), () => requestedBy];
    this.prefetched.add(session, { expected, requested, begin, by });
  }

  /**
   * A session's own ads, and contingency ads (`spare`) where its request failed: it ends a little sooner, so that they
   * can be placed.
   */
  async #adsOrSpare(request: BreakToDecide, giveUpAtMs: number) {
    const { session, channel, avail } = request;
    const hasContingency = channel.settings.contingencyAds && avail.position !== 'pre';
    if (!hasContingency) {
      const { ads: own, isOwn } = await this.#ads(request, giveUpAtMs);
      return { own, isOwn, spare: undefined };
    }
    const { contingencyMs } = decisionLimits;
    const ownGiveUpAtMs = giveUpAtMs - Math.min(contingencyMs, request.deadlineMs / 3);
    this.#prepareContingency(request, giveUpAtMs);
    const { ads: own, isOwn } = await this.#ads(request, ownGiveUpAtMs);
    const leftMs = (giveUpAtMs - this.#clock.now()) / 2;
    const spare = hasFailed(own)
      ? await this.#contingency.find(channel, session.viewer, leftMs)
      : undefined;
    return { own, isOwn, spare };
  }

  #prepareContingency(
    { session, channel, profile, avail, context }: BreakToDecide,
    untilMs: number,
  ) {
    const adSource = adSourceOf(channel.settings, avail);
    this.#contingency.prepare(channel, avail, { viewer: session.viewer, context }, (request) =>
      this.#requests.send({ ...request, channel, profile, adSource, giveUpAtMs: untilMs }, 0),
    );
  }

  /**
   * The key under which this request shares its answer: by cohort, else by session when `cacheTime` keeps answers;
   * undefined: it shares none.
   */
  #sharing({ session, channel, avail }: BreakToDecide) {
    const { settings } = channel;
    const about = `${channel.id} ${channel.revision} ${avail.breakId}`;
    const cacheMs = settings.cacheTime * 1000;
    if (settings.cohortsEnabled) {
      const cohort = cohortOf(channel.id, settings, session.viewer);
      const breakMs = avail.durationMs + decisionLimits.keptAfterBreakMs;
      const keepMs = Math.max(cacheMs, breakMs);
      return { key: `${about} ${cohort.key}`, keepMs, cohort };
    }
    const key = cacheMs > 0 ? `${about} ${session.id}` : undefined;
    return { key, keepMs: cacheMs, cohort: undefined };
  }

  /** The prefetched ads of this break, else ads that are requested now. */
  async #ads(request: BreakToDecide, giveUpAtMs: number): Promise<RequestedAds> {
    const { session, channel, avail } = request;
    const prefetched = this.prefetched.take(session, avail);
    if (!prefetched) {
      const requested = this.#request(request, giveUpAtMs);
      if (!session.isMonitor) {
        this.#newest.keep(
          channel,
          avail.breakId,
          requested.then(({ ads }) => ads),
        );
      }
      return requested;
    }
    prefetched.begin();
    const none = { ads: undefined, isOwn: false };
    const withinMs = Math.max(1, (giveUpAtMs - this.#clock.now()) / 2);
    const { ads, isOwn } = await withTimeout(prefetched.requested, withinMs, () => none);
    const isOfThis = prefetched.by() === 'this';
    if (isOfThis) this.#metrics?.adPrefetches.add({ outcome: hasFailed(ads) ? 'failed' : 'used' });
    if (hasFailed(ads)) {
      return this.#request(request, giveUpAtMs);
    }
    const deadlineMs = Math.max(1, giveUpAtMs - this.#clock.now());
    const tools = channelTools(this.#tools, channel);
    const found = ads && withNewCreatives(ads, { ...request, deadlineMs }, tools);
    this.#newest.keep(channel, avail.breakId, Promise.resolve(found));
    return { ads: await found, isOwn };
  }

  async #request(request: BreakToDecide, giveUpAtMs: number): Promise<RequestedAds> {
    const { key, keepMs, cohort } = this.#sharing(request);
    const known = key === undefined ? undefined : this.#shared.find(key);
    if (known) {
      return { ads: await this.#inTime(known, giveUpAtMs), isOwn: false };
    }
    const { session, channel, avail } = request;
    if (session.isMonitor && cohort === undefined) {
      const viewers = await this.#newest.find(channel, avail.breakId);
      if (viewers) {
        return { ads: await this.#inTime(viewers.ads, giveUpAtMs), isOwn: false };
      }
    }
    const answerMs = Math.min(request.deadlineMs / 2, decisionLimits.leastAnswerMs);
    const requested = this.#requests.send(
      {
        ...request,
        adSource: adSourceOf(channel.settings, avail),
        viewer: cohort?.viewer ?? session.viewer,
        context: cohort ? { ...request.context, sessionId: cohort.key } : request.context,
        giveUpAtMs,
      },
      answerMs,
    );
    if (key !== undefined) {
      const shared = requested.then((ads) => ads ?? Promise.reject(new Error('out of time')));
      shared.catch(() => undefined);
      this.#shared.keep(key, shared, this.#clock.now() + keepMs);
    }
    return { ads: await requested, isOwn: true };
  }

  /** The ad decision of another session; undefined when it is not made by this session's deadline. */
  #inTime(
    decision: Promise<AdDecision | undefined>,
    giveUpAtMs: number,
  ): Promise<AdDecision | undefined> {
    const leftMs = Math.max(0, giveUpAtMs - this.#clock.now());
    const known = decision.catch(() => undefined);
    return withTimeout(known, leftMs, () => undefined);
  }
}

/** Error beacons and the count of requests belong to the viewer whose request it was. */
function reportedOnce(decision: BreakDecision, isOwn: boolean): BreakDecision {
  const shared = { errors: [], adServerRequested: false, isShared: true };
  return isOwn ? decision : { ...decision, ...shared };
}

/**
 * A decision of contingency ads, with the errors and requests of the failed request that they stand in for, so that
 * these are reported.
 */
function inPlaceOf(own: AdDecision | undefined, decision: BreakDecision): BreakDecision {
  const { prepared } = decision;
  const { errors = [], adServerRequested = false, requests = [] } = own ?? {};
  return {
    ...decision,
    ...{ errors, adServerRequested },
    contingencyFor: own?.reason ?? 'DECISION_TIMEOUT',
    prepared: prepared && { ...prepared, requests, adServerRequested },
  };
}
