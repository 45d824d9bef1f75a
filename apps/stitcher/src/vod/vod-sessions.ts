/** What each session shows of its asset, made once (rule H36) and never decided again, also by two requests at a time. */

import { buildAdRequest } from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import { type Clock, type Egress, sourceFetcher, sourceUrl } from '@interlude/runtime';
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
import { cuePointsOf, opportunitiesMs, withPreRoll } from './cue-points.ts';
import { checkFeed } from './feed-rules.ts';
import { clipUrl, type MrssFeed, readMrssFeed } from './mrss-feed.ts';
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

export interface VodSessionsOptions {
  readonly egress: Pick<Egress, 'request'>;
  readonly clock: Clock;
  readonly assets: AssetCache;
  readonly playlists: PlaylistPlayer;
  readonly creatives: Pick<CreativeLibrary, 'find'>;
  readonly decider: VodDecider;
  readonly sessions: Pick<SessionService, 'started'>;
  readonly resumePods: ResumePods;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** Time after the end of an asset that a paused viewer may still come back in, ms. */
const pauseMs = 3_600_000;

export const deliveryOf = ({ type }: ChannelSettings) => (type === 'dash-vod' ? 'dash' : 'hls');

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

export class VodSessions {
  readonly #options: VodSessionsOptions;
  readonly #playbacks = new WeakMap<PlaybackSession, Promise<VodPlayback>>();

  constructor(options: VodSessionsOptions) {
    this.#options = options;
  }

  /** @throws {DomainError} when the feed or the asset cannot be read; the next request tries again */
  playback(session: PlaybackSession, channel: ChannelEntry): Promise<VodPlayback> {
    const known = this.#playbacks.get(session);
    if (known) {
      return known;
    }
    const made = this.#make(session, channel);
    this.#playbacks.set(session, made);
    made.catch(() => this.#playbacks.delete(session));
    return made;
  }

  async #make(session: PlaybackSession, channel: ChannelEntry): Promise<VodPlayback> {
    const { sessions } = this.#options;
    const { asset, feed } = await this.#open(session, channel);
    const { plan, clips } = await this.#plan(session, channel, asset, feed);
    session.idleTimeoutMs = Math.max(session.idleTimeoutMs, plan.durationMs + pauseMs);
    session.plan = splicePlan(plan, asset.content.longestSegmentMs / 1000);
    sessions.started(session);
    return { asset, feed, plan, clips };
  }

  /** What the session's feed names, else the channel's source; either may be a playlist. */
  async #open(
    session: PlaybackSession,
    channel: ChannelEntry,
  ): Promise<Pick<VodPlayback, 'asset' | 'feed'>> {
    const { assets, playlists, publicUrl } = this.#options;
    const { settings } = channel;
    const feedUrl = session.viewer.query.get(feedParameter) ?? '';
    if (feedUrl !== '') {
      checkFeed(channel, feedUrl, publicUrl);
    }
    const played = await playlists.open(channel, feedUrl || sourceUrl(settings));
    if (played) {
      return played;
    }
    const egress = sourceFetcher(this.#options.egress, settings);
    const feed =
      feedUrl === '' ? undefined : await readMrssFeed(egress, feedUrl, deliveryOf(settings));
    return { feed, asset: await assets.get(channel, feed?.url ?? sourceUrl(settings)) };
  }

  async #plan(
    session: PlaybackSession,
    channel: ChannelEntry,
    asset: Asset,
    feed: MrssFeed | undefined,
  ): Promise<{ readonly plan: VodPlan; readonly clips: ReadonlyMap<string, MrssItem> }> {
    const { clock, decider } = this.#options;
    const untilMs = clock.now() + vodLimits.planWithinMs;
    const named = cuePointsOf(asset, channel.settings, feed);
    const said = named ? [] : await this.#requestVmap(session, channel, asset, untilMs);
    const known = named ?? said.map(({ cuePoint }) => cuePoint);
    const points = withPreRoll(known, channel.settings).slice(0, vodLimits.breaks);
    const clips = await this.#clips(feed, asset, channel.settings);
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
    const egress = channelEgress(this.#options.egress, settings);
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
        opportunitiesMs: opportunitiesMs(asset, settings),
        timeoutMs: Math.max(1, untilMs - clock.now()),
      });
    } catch {
      // The content plays without ads; the failed request is not counted, as no avail is known.
      return [];
    }
  }

  /** Intro and outro of the feed, as breaks of their own that nobody counts. */
  async #clips(feed: MrssFeed | undefined, asset: Asset, settings: ChannelSettings) {
    const items = new Map<string, MrssItem>();
    const pods = new Map<string, Pod>();
    const add = async (item: MrssItem, id: string, position: 'pre' | 'post') => {
      const url = clipUrl(item, deliveryOf(settings));
      const signal = AbortSignal.timeout(vodLimits.planWithinMs);
      const found = url
        ? await this.#options.creatives.find(url, asset.profile, signal)
        : undefined;
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
