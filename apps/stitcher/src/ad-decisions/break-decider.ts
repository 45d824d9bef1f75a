/** Decides one break of one session within its deadline: requests ads, or takes what a cohort or a cache holds. */

import type { AvailContext } from '@interlude/ad-requests';
import { type Clock, type Logger, withTimeout } from '@interlude/runtime';
import { type AdFallbackReason, type Avail, contentPod } from '@interlude/stitching';
import pLimit from 'p-limit';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { cohortOf } from './cohort.ts';
import { type AdDecision, channelTools, decideAds, type SharedTools } from './decide-ads.ts';
import { adSourceOf, type BreakDecision, decidePod } from './decide-break.ts';
import { decisionLimits } from './decision-limits.ts';
import { NewestDecisions } from './newest-decisions.ts';
import { SharedAdDecisions } from './shared-ad-decisions.ts';

export interface BreakToDecide {
  readonly session: PlaybackSession;
  readonly channel: ChannelEntry;
  readonly profile: ChannelProfile;
  readonly avail: Avail;
  readonly context: AvailContext;
  /** Milliseconds for everything; 0 and less when there is no time left. */
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

export class BreakDecider {
  readonly #tools: SharedTools;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #limit = pLimit(decisionLimits.parallel);
  readonly #shared: SharedAdDecisions;
  /** Of viewers, for the monitor. */
  readonly #newest = new NewestDecisions();

  constructor(tools: SharedTools, clock: Clock, logger: Logger) {
    this.#tools = tools;
    this.#clock = clock;
    this.#logger = logger;
    this.#shared = new SharedAdDecisions(clock);
  }

  /** Never rejects. */
  async decide(request: BreakToDecide): Promise<Decided> {
    const { channel, context } = request;
    const giveUpAtMs = this.#clock.now() + request.deadlineMs;
    try {
      const { ads, isOwn } = await this.#ads(request, giveUpAtMs);
      if (!ads) {
        return { decision: undecided('DECISION_TIMEOUT'), context };
      }
      const { settings } = channel;
      const { viewer, givenCreatives: given } = request.session;
      const deadlineMs = Math.max(1, giveUpAtMs - this.#clock.now());
      const toFit = { ...request, settings, viewer, given, deadlineMs };
      const decision = await decidePod(ads, toFit, channelTools(this.#tools, channel));
      const { transactionId } = ads;
      // Error beacons and the count of requests belong to the viewer whose request it was.
      const shared = { errors: [], adServerRequested: false, isShared: true };
      const own = isOwn ? decision : { ...decision, ...shared };
      return { decision: own, context: { ...context, transactionId } };
    } catch (error) {
      this.#logger.error({ error, channelId: channel.id }, 'a decision failed');
      return { decision: undecided('AD_SERVER_UNREACHABLE'), context };
    }
  }

  /** What this request may share: by cohort, else by session when answers are kept. */
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

  async #ads(request: BreakToDecide, giveUpAtMs: number) {
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
    const requested = this.#requestAds({
      ...request,
      adSource: adSourceOf(channel.settings, avail),
      viewer: cohort?.viewer ?? session.viewer,
      context: cohort ? { ...request.context, sessionId: cohort.key } : request.context,
      giveUpAtMs,
    });
    if (key !== undefined) {
      const shared = requested.then((ads) => ads ?? Promise.reject(new Error('out of time')));
      shared.catch(() => undefined);
      this.#shared.keep(key, shared, this.#clock.now() + keepMs);
    }
    if (!session.isMonitor) {
      this.#newest.keep(channel, avail.breakId, requested);
    }
    return { ads: await requested, isOwn: true };
  }

  /** Undefined when its turn came too late. */
  #requestAds(request: Parameters<typeof decideAds>[0] & BreakToDecide & { giveUpAtMs: number }) {
    const tools = channelTools(this.#tools, request.channel);
    return this.#limit(async (): Promise<AdDecision | undefined> => {
      const deadlineMs = request.giveUpAtMs - this.#clock.now();
      return deadlineMs > 0 ? decideAds({ ...request, deadlineMs }, tools) : undefined;
    });
  }

  /** The decision of another, as long as this viewer can wait for it. */
  #inTime(
    decision: Promise<AdDecision | undefined>,
    giveUpAtMs: number,
  ): Promise<AdDecision | undefined> {
    const leftMs = Math.max(0, giveUpAtMs - this.#clock.now());
    const known = decision.catch(() => undefined);
    return withTimeout(known, leftMs, () => undefined);
  }
}
