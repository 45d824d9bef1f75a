/** What each session shows of its asset, made once (rule H36) and never decided again, also by two requests at a time. */

import { buildAdRequest } from '@interlude/ad-requests';
import { type ChannelSettings, domainError } from '@interlude/contract';
import {
  type Clock,
  type SourceBudgets,
  sourceFetcher,
  sourceUrl,
  type TenantEgresses,
  tierBudgets,
  tooLarge,
} from '@interlude/runtime';
import {
  createPlan,
  type PlannedBreak,
  type Pod,
  placeVodBreaks,
  planVod,
  type SplicePlan,
  type VodCuePoint,
  type VodPlan,
} from '@interlude/stitching';
import type { MrssItem } from '@interlude/vast';
import type { ResumePods } from '../beacons/resume-pods.ts';
import { channelEgress } from '../channels/channel-egress.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import { type DecidedPod, decidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { feedParameter } from '../sessions/viewer-context.ts';
import type { Asset } from './asset.ts';
import type { AssetCache } from './asset-cache.ts';
import { cuePointsOf, type MarkedAsset, opportunitiesMs, withPreRoll } from './cue-points.ts';
import { checkFeed } from './feed-rules.ts';
import { type FetchBudgets, paid, paidCreatives } from './fetch-budget.ts';
import type { KeptAsset } from './kept-asset.ts';
import { clipUrl, type InTurn, type MrssFeed, readMrssFeed } from './mrss-feed.ts';
import type { PlaylistPlayer } from './playlist-player.ts';
import { requestVmap, type VmapBreakAnswer } from './request-vmap.ts';
import type { VodDecided, VodDecider } from './vod-decider.ts';
import { vodLimits } from './vod-limits.ts';

export interface VodPlayback {
  readonly asset: Asset;
  readonly feed: MrssFeed | undefined;
  readonly plan: VodPlan;
  /** Clips of the feed by the id of their break. */
  readonly clips: ReadonlyMap<string, MrssItem>;
}

export type Opened = Pick<VodPlayback, 'asset' | 'feed'>;

/** What a session holds of what it plays. */
interface Held {
  readonly asset: KeptAsset;
  readonly feed: MrssFeed | undefined;
}

/** What was decided for a session, which an asset that is read again does not change. */
interface Planned extends Pick<VodPlayback, 'plan' | 'clips'> {
  readonly cuts: Cuts;
}

/** Where an asset can be cut, in short: one that is read again must be cut alike. */
interface Cuts {
  readonly durationMs: number;
  readonly count: number;
}

interface Kept<Made> {
  readonly made: Promise<Made>;
  /** Epoch ms; of a failure. */
  untilMs: number;
}

export interface VodSessionsOptions {
  readonly egress: TenantEgresses<'request'>;
  readonly clock: Clock;
  readonly assets: AssetCache;
  readonly playlists: PlaylistPlayer;
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
  readonly decider: VodDecider;
  readonly budgets: FetchBudgets;
  readonly sourceBudgets: SourceBudgets;
  readonly sessions: Pick<SessionService, 'started'>;
  readonly resumePods: ResumePods;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** Time after the end of an asset that a paused viewer may still come back in, ms. */
const pauseMs = 3_600_000;

/** An asset that was dropped before it could be used is read again so often. */
const openAttempts = 3;

export const deliveryOf = ({ type }: ChannelSettings) => (type === 'dash-vod' ? 'dash' : 'hls');

const cutsOf = ({ content: { durationMs, boundariesMs } }: Asset): Cuts => ({
  durationMs,
  count: boundariesMs.length,
});

/** For what reads a session's breaks: client documents, the session keeper. */
function splicePlan({ breaks, durationMs }: VodPlan, targetDuration: number): SplicePlan {
  const planned = breaks.map(
    ({ breakId, startMs, adMs, placements }): PlannedBreak => ({
      breakId,
      state: 'replaced',
      announcedStartMs: startMs,
      startMs,
      endMs: startMs + adMs,
      returnMs: startMs + adMs,
      placements,
      dateScale: 1,
      truncated: false,
      renditions: {},
    }),
  );
  const plan = createPlan({ sessionStartMs: 0, targetDuration });
  return { ...plan, knownUntilMs: durationMs, breaks: planned };
}

/** What reports call the content: as the feed names it, else the path of its manifest; never its query. */
function assetName(channel: ChannelEntry, { baseUrl }: Asset, feed: MrssFeed | undefined): string {
  const { title = '' } = feed?.programme ?? {};
  if (title !== '') {
    return title;
  }
  return URL.canParse(baseUrl) ? new URL(baseUrl).pathname : channel.id;
}

export class VodSessions {
  readonly #options: VodSessionsOptions;
  readonly #opened = new WeakMap<PlaybackSession, Kept<Held>>();
  readonly #planned = new WeakMap<PlaybackSession, Kept<Planned>>();

  constructor(options: VodSessionsOptions) {
    this.#options = options;
  }

  /** What was made for a session, once; a failure stands for a while, so that nobody has it made over and over. */
  #once<Made>(
    all: WeakMap<PlaybackSession, Kept<Made>>,
    session: PlaybackSession,
    make: () => Promise<Made>,
  ): Promise<Made> {
    const { clock } = this.#options;
    const known = all.get(session);
    if (known && known.untilMs > clock.now()) {
      return known.made;
    }
    const kept = { made: make(), untilMs: Number.POSITIVE_INFINITY };
    all.set(session, kept);
    kept.made.catch(() => {
      kept.untilMs = clock.now() + vodLimits.failureKeptMs;
    });
    return kept.made;
  }

  /**
   * What the session plays, without its ads: nothing is decided for who never plays.
   * @throws {DomainError} when the feed or the asset cannot be read; a request some seconds later tries again
   */
  async opened(session: PlaybackSession, channel: ChannelEntry): Promise<Opened> {
    for (let attempt = 0; attempt < openAttempts; attempt += 1) {
      const held = this.#once(this.#opened, session, () => this.#open(session, channel));
      const { asset: kept, feed } = await held;
      const { asset } = kept;
      if (asset) {
        return { asset, feed };
      }
      // It was dropped to make room; another request may have opened it again by now.
      if (this.#opened.get(session)?.made === held) {
        this.#opened.delete(session);
      }
    }
    throw tooLarge('company', tierBudgets[channel.tier].tenantBytes);
  }

  /** With its ads. @throws {DomainError} as `opened`; SOURCE_UNSUPPORTED when the asset has other segments by now */
  async playback(session: PlaybackSession, channel: ChannelEntry): Promise<VodPlayback> {
    const planned = this.#once(this.#planned, session, () => this.#make(session, channel));
    const { cuts, plan, clips } = await planned;
    const { asset, feed } = await this.opened(session, channel);
    const { durationMs, count } = cutsOf(asset);
    if (durationMs !== cuts.durationMs || count !== cuts.count) {
      const reason = 'it has other segments than when the session began';
      throw domainError('SOURCE_UNSUPPORTED', { reason });
    }
    return { asset, feed, plan, clips };
  }

  async #make(session: PlaybackSession, channel: ChannelEntry): Promise<Planned> {
    const { sessions } = this.#options;
    const { asset, feed } = await this.opened(session, channel);
    const { plan, clips } = await this.#plan(session, channel, asset, feed);
    session.subject.asset = assetName(channel, asset, feed);
    session.idleTimeoutMs = Math.max(session.idleTimeoutMs, plan.durationMs + pauseMs);
    session.plan = splicePlan(plan, asset.content.longestSegmentMs / 1000);
    sessions.started(session);
    return { cuts: cutsOf(asset), plan, clips };
  }

  /** What the session's feed names, else the channel's source; either may be a playlist. */
  async #open(session: PlaybackSession, channel: ChannelEntry): Promise<Held> {
    const { assets, playlists, publicUrl, budgets, sourceBudgets } = this.#options;
    const { settings } = channel;
    const pay = budgets.of(session, channel).source;
    const feedUrl = session.viewer.query.get(feedParameter) ?? '';
    if (feedUrl !== '') {
      checkFeed(channel, feedUrl, publicUrl);
    }
    const played = await playlists.open(channel, feedUrl || sourceUrl(settings), pay);
    if (played) {
      return played;
    }
    const own = this.#options.egress.forTenant(channel.tenantId);
    const egress = sourceFetcher(paid(own, pay), settings);
    const inTurn: InTurn = (body, parse) => sourceBudgets.parse(channel, body, parse);
    const feed =
      feedUrl === ''
        ? undefined
        : await readMrssFeed(egress, feedUrl, deliveryOf(settings), inTurn);
    return { feed, asset: await assets.get(channel, feed?.url ?? sourceUrl(settings), pay) };
  }

  async #plan(
    session: PlaybackSession,
    channel: ChannelEntry,
    asset: Asset,
    feed: MrssFeed | undefined,
  ): Promise<{ readonly plan: VodPlan; readonly clips: ReadonlyMap<string, MrssItem> }> {
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
    for (const { breakId, startMs } of plan.breaks) {
      const found = byId.get(breakId);
      // Of a session that was there before the events are known, too.
      if (found && !before) {
        session.addPod(breakId, decidedPod(found.context, found.pod, startMs, found.ads));
      }
    }
    return { plan, clips: clips.items };
  }

  #marked(channel: ChannelEntry, asset: Asset): MarkedAsset {
    const { sourceBudgets } = this.#options;
    const work: MarkedAsset['work'] = (size, make) => sourceBudgets.work(channel, size, make);
    return { asset, settings: channel.settings, work };
  }

  /** After a stop what was kept, after a crash what the beacon journal has: all breaks, once one was shown. */
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

  /** Intro and outro of the feed, as breaks of their own that nobody counts. */
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
