/** The ads of one break of a VOD asset, requested as for a live break; slate only where content is replaced. */
import { randomInt, randomUUID } from 'node:crypto';
import { type AvailContext, tagMacros } from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import type { Clock } from '@interlude/runtime';
import { type Avail, contentPod, type Pod, type VodPlace } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import { channelTools, type SharedTools } from '../ad-decisions/decide-ads.ts';
import { decideBreak } from '../ad-decisions/decide-break.ts';
import type { DecisionReport } from '../ad-decisions/decision-report.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { Asset } from './asset.ts';
import { type FetchBudgets, paid, paidCreatives } from './fetch-budget.ts';
import { answeringEgress, sentRequests, type VmapBreakAnswer } from './request-vmap.ts';
import { vodLimits } from './vod-limits.ts';

export interface VodDecided {
  readonly pod: Pod;
  readonly ads: ReadonlyMap<string, InlineAd>;
  readonly context: AvailContext;
  /** Reports the decision; called when the session shows it. */
  readonly report: () => void;
  /** Called when the session shows the decision of another process: these creatives do not count as given. */
  readonly takeBack: () => void;
}

export interface VodBreakRequest {
  readonly session: PlaybackSession;
  readonly channel: ChannelEntry;
  readonly asset: Asset;
  readonly place: VodPlace;
  /** The break of the ad server's VMAP; undefined = ads are requested for this break. */
  readonly said: VmapBreakAnswer | undefined;
  /** Pods that an earlier process had decided for the session; undefined = none, or not known. */
  readonly before: readonly DecidedPod[] | undefined;
  /** Index among the breaks of this asset, from 1. */
  readonly index: number;
  readonly deadlineMs: number;
}

/** Tolerance of the length of a break, ms: inserted ads replace no content, so it covers rounding only. */
const toleranceMs = 500;

function availOf({ cuePoint, cutMs }: VodPlace): Avail {
  const { id, position, durationMs } = cuePoint;
  return {
    breakId: id,
    startMs: cutMs,
    durationMs: durationMs ?? vodLimits.openBreakMs,
    openEnded: durationMs === undefined,
    driftMs: 0,
    toleranceMs,
    position,
  };
}

/** Cue points have limits of their own, and parameters for the ad server. */
function settingsFor({ settings }: ChannelEntry, { cuePoint }: VodPlace): ChannelSettings {
  const { preRoll, adSource } = settings;
  const { maxCount = 100, params } = cuePoint;
  const own = { ...adSource, params: { ...adSource.params, ...params } };
  const isReplaced = settings.stitcher.replaceInsteadOfInsert && cuePoint.spanMs > 0;
  return {
    ...settings,
    // An insertion replaces no content, so slate has nothing to fill.
    isUsingAdSlate: settings.isUsingAdSlate && isReplaced,
    adSource: own,
    preRoll: { ...preRoll, maxCount },
  };
}

/** The first ads only (`maxcount`). */
function limited(pod: Pod, maxCount: number | undefined): Pod {
  if (maxCount === undefined || pod.placements.length <= maxCount) {
    return pod;
  }
  const placements = pod.placements.slice(0, maxCount);
  const adMs = placements.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return { ...pod, placements, adMs, occupiesMs: adMs };
}

/** VMAP's own trackers happen with the first and the last ad of the break (rule V9). */
function withTrackers(
  ads: ReadonlyMap<string, InlineAd>,
  { placements }: Pod,
  said: VmapBreakAnswer | undefined,
): ReadonlyMap<string, InlineAd> {
  const shown = placements.filter(({ kind }) => kind === 'ad');
  const [first, last] = [shown[0]?.adId, shown.at(-1)?.adId];
  const { breakStart = [], breakEnd = [] } = said?.trackers ?? {};
  return new Map(
    [...ads].map(([adId, ad]) => {
      const impressions = adId === first ? [...ad.impressions, ...breakStart] : ad.impressions;
      const ends = adId === last ? breakEnd.map((url) => ({ event: 'complete', url })) : [];
      const creatives = ad.creatives.map((creative, index) =>
        index === 0
          ? { ...creative, trackingEvents: [...creative.trackingEvents, ...ends] }
          : creative,
      );
      return [adId, { ...ad, impressions, creatives }];
    }),
  );
}

/** The decision of an earlier process; a break that it left as content stays so. */
function keptDecision(pods: readonly DecidedPod[], context: AvailContext): VodDecided {
  const kept = pods.find(({ avail }) => avail.breakId === context.breakId);
  const nothing = { report: () => undefined, takeBack: () => undefined };
  if (!kept) {
    return { pod: contentPod('NO_ADS'), ads: new Map(), context, ...nothing };
  }
  const ads = kept.pod.placements.flatMap(({ index, adId }) => {
    const ad = kept.ads.get(index);
    return ad ? [[adId, ad] as const] : [];
  });
  return { pod: kept.pod, ads: new Map(ads), context: kept.avail, ...nothing };
}

type FireTrackers = (
  session: PlaybackSession,
  context: AvailContext,
  urls: readonly string[],
) => void;

export class VodDecider {
  readonly #tools: SharedTools;
  readonly #clock: Clock;
  readonly #report: DecisionReport;
  readonly #fire: FireTrackers;
  readonly #budgets: FetchBudgets;

  constructor(options: {
    readonly tools: SharedTools;
    readonly clock: Clock;
    readonly report: DecisionReport;
    /** Fires trackers of a break that shows nothing. */
    readonly fire: FireTrackers;
    readonly budgets: FetchBudgets;
  }) {
    this.#tools = options.tools;
    this.#clock = options.clock;
    this.#report = options.report;
    this.#fire = options.fire;
    this.#budgets = options.budgets;
  }

  context(
    request: Omit<VodBreakRequest, 'place' | 'said' | 'asset' | 'before'>,
    avail: Avail,
    maxAds?: number,
  ): AvailContext {
    const { session, channel, index } = request;
    return {
      channelId: channel.id,
      channelName: channel.settings.name,
      presetId: channel.settings.presetId,
      sessionId: session.mark,
      breakId: avail.breakId,
      breakIndex: index,
      breakPosition: avail.position ?? 'mid',
      durationSeconds: avail.openEnded ? 0 : avail.durationMs / 1000,
      nowMs: this.#clock.now(),
      cachebuster: String(randomInt(10_000_000, 100_000_000)),
      transactionId: randomUUID(),
      serverSideBeacons: channel.settings.enableServerSideBeacons,
      startSeconds: avail.startMs / 1000,
      maxAds,
      isOnDemand: true,
    };
  }

  /** Never rejects on anything an ad server may answer. */
  async decide(vodBreak: VodBreakRequest): Promise<VodDecided> {
    const { session, channel, asset, place, said, deadlineMs } = vodBreak;
    const { maxCount } = place.cuePoint;
    const avail = availOf(place);
    const context = this.context(vodBreak, avail, maxCount);
    if (vodBreak.before) {
      return keptDecision(vodBreak.before, context);
    }
    const startedMs = this.#clock.now();
    this.#report.requested(session, avail);
    const settings = settingsFor(channel, place);
    const { profile } = asset;
    const given = session.givenCreatives;
    const request = { channel, settings, profile, avail, context, deadlineMs, given };
    const { ads: pay } = this.#budgets.of(session, channel);
    const own = channelTools(this.#tools, { ...channel, settings });
    const onward = paid(own.egress, pay);
    const fillTag = tagMacros(context, session.viewer);
    const egress = said ? answeringEgress(onward, said.answer, fillTag) : onward;
    const creatives = paidCreatives(own.creatives, pay);
    const tools = { ...own, egress, creatives };
    const found = await decideBreak({ ...request, viewer: session.viewer }, tools);
    const isNone = said?.answer.kind === 'none';
    const pod = isNone ? contentPod('NO_ADS') : limited(found.pod, maxCount);
    const creativeKeys = found.creativeKeys.slice(0, pod.placements.length);
    given.takeBack(found.creativeKeys.slice(pod.placements.length));
    const { prepared } = found;
    const requests = prepared && said && sentRequests(said, prepared.requests, fillTag);
    const decision = {
      ...found,
      pod,
      prepared: prepared && requests ? { ...prepared, requests } : prepared,
    };
    const tookMs = this.#clock.now() - startedMs;
    const offered = { offeredBy: {}, offeredAtMs: startedMs, deadlineMs };
    return {
      ...{ pod, ads: withTrackers(found.ads, pod, said), context },
      report: () => {
        this.#report.decided(session, { avail, context, decision, tookMs, ...offered });
        if (pod.placements.length === 0 && said?.trackers) {
          const { breakStart, breakEnd, error } = said.trackers;
          this.#fire(session, context, [...breakStart, ...(isNone ? [] : error), ...breakEnd]);
        }
      },
      takeBack: () => given.takeBack(creativeKeys),
    };
  }
}
