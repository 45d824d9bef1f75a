/**
 * Sessions of VOD assets: the plan of each is made once (rule H36) and never again, also by two requests at one time.
 */

import { DomainError, domainError } from '@interlude/contract/errors';
import {
  type Clock,
  type SourceBudgets,
  sourceFetcher,
  sourceUrl,
  type TenantEgresses,
  tierBudgets,
  tooLarge,
} from '@interlude/runtime';
import { createPlan, type PlannedBreak, type SplicePlan, type VodPlan } from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { SessionEntries } from '../session-entries/session-entries.ts';
import type { DecidedVod } from '../session-entries/session-entry.ts';
import { unread } from '../session-entries/session-reads.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { feedParameter } from '../sessions/viewer-context.ts';
import type { Asset } from './asset.ts';
import type { AssetCache } from './asset-cache.ts';
import { checkFeed } from './feeds/feed-rules.ts';
import { deliveryOf, type InTurn, type MrssFeed, readMrssFeed } from './feeds/mrss-feed.ts';
import { type FetchBudgets, paid } from './fetch-budget.ts';
import type { KeptAsset } from './kept-asset.ts';
import type { PlaylistPlayer } from './playlist-player.ts';
import { vodLimits } from './vod-limits.ts';
import { cutsOf, type Opened, type VodPlanner } from './vod-planner.ts';

export interface VodPlayback extends Opened, Pick<DecidedVod, 'plan' | 'clips'> {}

/** The asset and the feed that a session plays. */
interface Held {
  readonly asset: KeptAsset;
  readonly feed: MrssFeed | undefined;
}

interface Kept<Made> {
  readonly made: Promise<Made>;
  /** Epoch ms until which a failure stands. */
  untilMs: number;
}

export interface VodSessionsOptions {
  readonly egress: TenantEgresses<'request'>;
  readonly clock: Clock;
  readonly assets: AssetCache;
  readonly playlists: PlaylistPlayer;
  readonly planner: VodPlanner;
  readonly budgets: FetchBudgets;
  readonly sourceBudgets: SourceBudgets;
  readonly sessions: Pick<SessionService, 'playsFirst' | 'mayHavePlayed' | 'doubt'>;
  /** Makes decisions durable. */
  readonly entries: Pick<SessionEntries, 'putVod' | 'vodOfSession'>;
  /** The pod of a break that an earlier process has shown, with the events that fired. */
  readonly podOf: (session: PlaybackSession, breakId: string) => DecidedPod | undefined;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** Time after the end of an asset that a paused viewer may still come back in, ms. */
const pauseMs = 3_600_000;

/** An asset that was dropped before it could be used is read again so often. */
const openAttempts = 3;

/** The plan as a `SplicePlan`, for readers of a session's breaks: client documents, the session keeper. */
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

/** Name of the content in reports: its title in the feed, else the path of its manifest; never its query. */
function assetName(channel: ChannelEntry, { baseUrl }: Asset, feed: MrssFeed | undefined): string {
  const { title = '' } = feed?.programme ?? {};
  if (title !== '') {
    return title;
  }
  return URL.canParse(baseUrl) ? new URL(baseUrl).pathname : channel.id;
}

/** The asset is sound: it cannot be read what another stitcher has shown of the session. */
export const isStateUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'SESSION_STATE_UNAVAILABLE';

export class VodSessions {
  readonly #options: VodSessionsOptions;
  readonly #opened = new WeakMap<PlaybackSession, Kept<Held>>();
  /** Decisions by session: an asset that is read again does not change them. */
  readonly #planned = new WeakMap<PlaybackSession, Kept<DecidedVod>>();

  constructor(options: VodSessionsOptions) {
    this.#options = options;
  }

  /**
   * Makes something for a session once; a failure stands for a while, so that requests cannot repeat it over and over.
   */
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
    kept.made.catch((error: unknown) => {
      // Decisions that cannot be read now may be readable the next moment.
      kept.untilMs = clock.now() + (isStateUnavailable(error) ? 0 : vodLimits.failureKeptMs);
    });
    return kept.made;
  }

  /**
   * The asset and the feed of a session, without ads: nothing is decided for a viewer who never plays.
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

  /**
   * The asset of a session with its ads.
   * @throws {DomainError} as `opened`; SOURCE_UNSUPPORTED when the asset has other segments by now,
   * SESSION_STATE_UNAVAILABLE when it cannot be read what another stitcher has shown of it
   */
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

  async #make(session: PlaybackSession, channel: ChannelEntry): Promise<DecidedVod> {
    const { podOf } = this.#options;
    const opened = await this.opened(session, channel);
    const { asset, feed } = opened;
    // Before its breaks are offered: they count for the asset, too.
    session.subject.asset = assetName(channel, asset, feed);
    const decided = (await this.#stored(session)) ?? (await this.#decide(session, channel, opened));
    const { plan, pods } = decided;
    for (const pod of pods) {
      const { breakId } = pod.avail;
      const shown = podOf(session, breakId);
      session.addPod(breakId, shown ? { ...pod, firedEvents: shown.firedEvents } : pod);
    }
    session.idleTimeoutMs = Math.max(session.idleTimeoutMs, plan.durationMs + pauseMs);
    session.plan = splicePlan(plan, asset.content.longestSegmentMs / 1000);
    return decided;
  }

  /** Decisions that another process has stored for a session. @throws {DomainError} SESSION_STATE_UNAVAILABLE */
  async #stored(session: PlaybackSession): Promise<DecidedVod | undefined> {
    const { sessions, entries } = this.#options;
    if (!sessions.mayHavePlayed(session)) {
      return undefined;
    }
    const stored = await entries.vodOfSession(session);
    if (stored === unread) {
      sessions.doubt(session);
      return undefined;
    }
    return stored;
  }

  /** @returns the decisions that stand: those of this process, or those that another one had stored meanwhile */
  async #decide(
    session: PlaybackSession,
    channel: ChannelEntry,
    opened: Opened,
  ): Promise<DecidedVod> {
    const { planner, entries, sessions } = this.#options;
    const { decided, breaks, isFirst } = await planner.plan(session, channel, opened);
    const standing = await entries.putVod(session, decided, vodLimits.storedWithinMs);
    const isOwn = standing === decided;
    for (const { report, takeBack } of breaks) {
      // Another process has reported its own decisions; the ads of these are shown to nobody.
      if (isOwn) report();
      else takeBack();
    }
    // Whichever process has opened the session, it is counted where it was decided.
    if (isOwn && isFirst) {
      sessions.playsFirst(session);
    }
    return standing;
  }

  /** Reads the content that the session's feed names, else the channel's source; either may be a playlist. */
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
}
