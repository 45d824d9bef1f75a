/** Decides what a session shows of a VOD asset: where its breaks are, the ads of each, the clips of its feed. */
import { buildAdRequest } from '@interlude/ad-requests';
import type { Clock, SourceBudgets, TenantEgresses } from '@interlude/runtime';
import { type Pod, placeVodBreaks, planVod, type VodCuePoint } from '@interlude/stitching';
import type { MrssItem } from '@interlude/vast';
import type { ResumePods } from '../beacons/resume-pods.ts';
import { channelEgress } from '../channels/channel-egress.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import type { AssetCuts, DecidedVod } from '../session-entries/session-entry.ts';
import { type DecidedPod, decidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { Asset } from './asset.ts';
import { cuePointsOf, type MarkedAsset, opportunitiesMs, withPreRoll } from './cue-points.ts';
import { clipUrl, deliveryOf, type MrssFeed } from './feeds/mrss-feed.ts';
import { type FetchBudgets, paid, paidCreatives } from './fetch-budget.ts';
import { requestVmap, type VmapBreakAnswer } from './request-vmap.ts';
import type { VodDecided, VodDecider } from './vod-decider.ts';
import { vodLimits } from './vod-limits.ts';

/** The asset and the feed of a session, without ads. */
export interface Opened {
  readonly asset: Asset;
  readonly feed: MrssFeed | undefined;
}

export interface PlannedVod {
  readonly decided: DecidedVod;
  readonly breaks: readonly VodDecided[];
  /** No process before this one had decided it, as far as is known. */
  readonly isFirst: boolean;
}

export interface VodPlannerOptions {
  readonly egress: TenantEgresses<'request'>;
  readonly clock: Clock;
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
  readonly decider: VodDecider;
  readonly budgets: FetchBudgets;
  readonly sourceBudgets: SourceBudgets;
  readonly resumePods: ResumePods;
}

/** Duration and number of segment boundaries of an asset, to compare it when it is read again. */
export const cutsOf = ({ content: { durationMs, boundariesMs } }: Asset): AssetCuts => ({
  durationMs,
  count: boundariesMs.length,
});

export class VodPlanner {
  readonly #options: VodPlannerOptions;

  constructor(options: VodPlannerOptions) {
    this.#options = options;
  }

  /** Decides all breaks. Ads that cannot be loaded are left out. */
  async plan(
    session: PlaybackSession,
    channel: ChannelEntry,
    { asset, feed }: Opened,
  ): Promise<PlannedVod> {
    const { clock, decider } = this.#options;
    const untilMs = clock.now() + vodLimits.planWithinMs;
    const named = await cuePointsOf(this.#marked(channel, asset), feed);
    const said = named ? [] : await this.#requestVmap(session, channel, asset, untilMs);
    const known = named ?? said.map(({ cuePoint }) => cuePoint);
    const points = withPreRoll(known, channel.settings).slice(0, vodLimits.breaks);
    const clips = await this.#clips(session, channel, asset, feed);
    const all = [...clips.before, ...points, ...clips.after];
    const places = placeVodBreaks(all, asset.content, channel.settings.stitcher);
    const before = await this.#before(session, asset);
    const ofPoints = places.filter(({ cuePoint }) => !clips.pods.has(cuePoint.id));
    const decided = await Promise.all(
      ofPoints.map(async (place, index): Promise<readonly [string, VodDecided]> => {
        const deadlineMs = Math.max(1, untilMs - clock.now());
        const own = said.find(({ cuePoint }) => cuePoint.id === place.cuePoint.id);
        const breakRequest = {
          session,
          channel,
          asset,
          place,
          said: own,
          before,
          index: index + 1,
          deadlineMs,
        };
        return [place.cuePoint.id, await decider.decide(breakRequest)];
      }),
    );
    const pods = new Map([...clips.pods, ...decided.map(([id, { pod }]) => [id, pod] as const)]);
    const plan = planVod(places, pods, asset.content.durationMs);
    const byId = new Map(decided);
    const shown = plan.breaks.flatMap(({ breakId, startMs }) => {
      const found = byId.get(breakId);
      return found ? [decidedPod(found.context, found.pod, startMs, found.ads)] : [];
    });
    return {
      decided: { cuts: cutsOf(asset), plan, pods: shown, clips: clips.items },
      breaks: [...byId.values()],
      isFirst: before === undefined,
    };
  }

  #marked(channel: ChannelEntry, asset: Asset): MarkedAsset {
    const { sourceBudgets } = this.#options;
    const work: MarkedAsset['work'] = (size, make) => sourceBudgets.work(channel, size, make);
    return { asset, settings: channel.settings, work };
  }

  /**
   * Pods of an earlier process: after a stop in order the kept ones, after a crash those of the beacon journal, which
   * has all breaks once one was shown.
   */
  async #before(
    session: PlaybackSession,
    { profile }: Asset,
  ): Promise<readonly DecidedPod[] | undefined> {
    if (session.kept) {
      return session.kept.pods;
    }
    const resumed = await this.#options.resumePods(session, profile);
    return resumed.length > 0 ? resumed : undefined;
  }

  async #requestVmap(
    session: PlaybackSession,
    channel: ChannelEntry,
    asset: Asset,
    untilMs: number,
  ): Promise<VmapBreakAnswer[]> {
    const { clock, decider } = this.#options;
    const { settings } = channel;
    const { ads } = this.#options.budgets.of(session, channel);
    const own = this.#options.egress.forTenant(channel.tenantId);
    const egress = channelEgress(paid(own, ads), settings);
    const avail = {
      breakId: 'asset',
      startMs: 0,
      durationMs: vodLimits.openBreakMs,
      openEnded: true,
      driftMs: 0,
      toleranceMs: 0,
      position: 'pre' as const,
    };
    const context = decider.context({ session, channel, index: 1, deadlineMs: 0 }, avail);
    const request =
      settings.adSource.url === ''
        ? undefined
        : buildAdRequest(settings.adSource, context, session.viewer);
    if (!request) {
      return [];
    }
    try {
      return await requestVmap(egress, request, {
        contentMs: asset.content.durationMs,
        opportunitiesMs: await opportunitiesMs(this.#marked(channel, asset)),
        timeoutMs: Math.max(1, untilMs - clock.now()),
        now: () => clock.now(),
      });
    } catch {
      // The content plays without ads; the failed request is not counted, as no avail is known.
      return [];
    }
  }

  /** Intro and outro of the feed, as breaks of their own that are not counted. */
  async #clips(
    session: PlaybackSession,
    channel: ChannelEntry,
    asset: Asset,
    feed: MrssFeed | undefined,
  ) {
    const { settings } = channel;
    const { budgets } = this.#options;
    const own = this.#options.creatives.forTenant(channel.tenantId);
    const creatives = paidCreatives(own, budgets.of(session, channel).ads);
    const items = new Map<string, MrssItem>();
    const pods = new Map<string, Pod>();
    const add = async (item: MrssItem, id: string, position: 'pre' | 'post') => {
      const url = clipUrl(item, deliveryOf(settings));
      const signal = AbortSignal.timeout(vodLimits.planWithinMs);
      const found = url ? await creatives.find(url, asset.profile, signal) : undefined;
      if (!found || !('creative' in found)) {
        return [];
      }
      const { creative } = found;
      const { durationMs } = creative;
      const placement = { index: 0, adId: item.id, creative, offsetMs: 0, durationMs };
      pods.set(id, {
        placements: [{ kind: 'slate', ...placement }],
        remainder: 'none',
        adMs: 0,
        occupiesMs: durationMs,
        dropped: [],
      });
      items.set(id, item);
      const atMs = position === 'pre' ? 0 : asset.content.durationMs;
      return [{ id, position, atMs, spanMs: 0 } satisfies VodCuePoint];
    };
    const of = async (list: readonly MrssItem[], letter: string, position: 'pre' | 'post') =>
      (
        await Promise.all(list.map((item, index) => add(item, `${letter}${index}`, position)))
      ).flat();
    const [before, after] = await Promise.all([
      of(feed?.before ?? [], 'intro', 'pre'),
      of(feed?.after ?? [], 'outro', 'post'),
    ]);
    return { before, after, pods, items };
  }
}
