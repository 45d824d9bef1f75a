/** A media playlist of a session: stitched by its plan; the bytes are kept until something changes. */
import { domainError } from '@interlude/contract/errors';
import type { Clock } from '@interlude/runtime';
import {
  type AdSegmentUri,
  type SourceWindow,
  type SplicePlan,
  type StitchInput,
  stitchMediaPlaylist,
} from '@interlude/stitching';
import { beginningOf } from '../ad-decisions/taken-up-plan.ts';
import type { ResumePods } from '../beacons/resume-pods.ts';
import { emptyTextAddresses } from '../delivery/empty-subtitles.ts';
import { adLocationOf, contentLocationOf } from '../delivery/locations.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import { sourceUnavailable } from '../origin/open-within.ts';
import { planRecordOf, type SessionPlans, unread } from '../session-plans/session-plans.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { PlanFollower, type PlanFollowerOptions } from './plan-follower.ts';
import { outputCacheKey, SharedOutputs } from './shared-outputs.ts';

export interface MediaPlaylistServerOptions extends PlanFollowerOptions {
  readonly adSegmentUri: AdSegmentUri;
  readonly resumePods: ResumePods;
  /** Finds the plan of a session that another process has stored. */
  readonly findPlan: SessionPlans['find'];
}

/** A requested media playlist of one rendition, whole or as a Playlist Delta Update. */
export interface RequestedList {
  readonly renditionId: string;
  readonly isUpdate: boolean;
}

/** No id of a rendition has a space. */
const listName = ({ renditionId, isUpdate }: RequestedList) =>
  isUpdate ? `${renditionId} update` : renditionId;

export class MediaPlaylistServer {
  readonly #adSegmentUri: AdSegmentUri;
  readonly #resumePods: ResumePods;
  readonly #findPlan: SessionPlans['find'];
  readonly #follower: PlanFollower;
  readonly #sessions: MediaPlaylistServerOptions['sessions'];
  readonly #clock: Clock;
  readonly #shared = new SharedOutputs();

  constructor(options: MediaPlaylistServerOptions) {
    this.#adSegmentUri = options.adSegmentUri;
    this.#resumePods = options.resumePods;
    this.#findPlan = options.findPlan;
    this.#sessions = options.sessions;
    this.#clock = options.clock;
    this.#follower = new PlanFollower(options);
  }

  /** Resumes a session that another process served, unless that process has handed over its plan (`kept`). */
  async prepare(session: PlaybackSession, source: HlsSource): Promise<void> {
    if (session.plan || session.kept || !this.#sessions.mayHavePlayed(session)) {
      return;
    }
    const plan = this.#follower.beginning(session, source);
    const [found, { began, isUnread }] = await Promise.all([
      this.#findPlan(session),
      this.#sessions.takeUp(session, beginningOf(plan, source, this.#clock.now())),
    ]);
    if (session.plan) {
      return;
    }
    const stored = found === unread ? undefined : found;
    if (found === unread || (isUnread && stored === undefined)) {
      this.#sessions.doubt(session);
    }
    // A session with a stored plan has played, also when the row of its start is lost.
    session.isResumed ||= stored !== undefined;
    if (session.isResumed) {
      await this.#follower.resume(session, source, async () => {
        const again = await this.#findPlan(session);
        const isUnread = again === unread;
        const record = (isUnread ? undefined : again) ?? stored ?? planRecordOf(began);
        return { record, isUnread, pods: await this.#resumePods(session, source.profile) };
      });
    } else if (plan) {
      this.#follower.begin(session, plan);
    }
  }

  /**
   * Follows the plan; true while the output ends at a break that is being decided. Then the request waits:
   * renditions that are requested one after the other must not differ by a whole break. hls.js 1.7 begins with
   * video before it and audio behind it, and waits for ever.
   */
  follow(session: PlaybackSession, source: HlsSource): boolean {
    return this.#follower.follow(session, source);
  }

  /**
   * The bytes, of the plan as it was followed.
   * @param isUpdate as a Playlist Delta Update, where the list is long
   * @throws {DomainError} SESSION_UNKNOWN, SOURCE_UNAVAILABLE
   */
  serve(
    session: PlaybackSession,
    source: HlsSource,
    { renditionId, isUpdate: isWanted }: RequestedList,
  ): Buffer {
    const rendition = source.rendition(renditionId);
    if (!rendition) {
      throw domainError('SESSION_UNKNOWN');
    }
    const stale = source.staleness(rendition);
    const { window } = rendition;
    if (stale || !window) {
      throw sourceUnavailable(stale);
    }
    const { plan, lastOutputs } = session;
    const isUpdate = isWanted && plan?.listing.skipUntilSeconds !== undefined;
    const name = listName({ renditionId, isUpdate });
    const last = lastOutputs?.plan === plan ? lastOutputs?.bodies.get(name) : undefined;
    const isCurrent = last?.windowNumber === this.#shared.numberOf(window);
    return last && isCurrent ? last.body : this.#render(session, source, window, isUpdate);
  }

  /** @throws {DomainError} SOURCE_UNAVAILABLE */
  #render(
    session: PlaybackSession,
    source: HlsSource,
    window: SourceWindow,
    isUpdate: boolean,
  ): Buffer {
    const { plan } = session;
    if (!plan) {
      throw sourceUnavailable(undefined);
    }
    const { renditionId } = window;
    const settings = this.#follower.settingsOf(session, source);
    const contentLocation = contentLocationOf(session, settings);
    const adLocation = adLocationOf(session, settings);
    const locationKey = `${contentLocation?.key ?? ''} ${adLocation?.key ?? ''}`;
    const name = listName({ renditionId, isUpdate });
    const keyOf = (known: SplicePlan) =>
      outputCacheKey(known, renditionId) + locationKey + (isUpdate ? ' update' : '');
    const known = this.#shared.find(window, keyOf(plan));
    const output = known
      ? { plan, body: known }
      : this.#stitch(plan, source, { window, contentLocation, adLocation, isUpdate }, keyOf);
    session.plan = output.plan;
    const bodies =
      session.lastOutputs?.plan === output.plan ? session.lastOutputs.bodies : new Map();
    bodies.set(name, { windowNumber: this.#shared.numberOf(window), body: output.body });
    session.lastOutputs = { plan: output.plan, bodies };
    return output.body;
  }

  #stitch(
    plan: SplicePlan,
    source: HlsSource,
    input: Pick<StitchInput, 'window' | 'contentLocation' | 'adLocation' | 'isUpdate'>,
    keyOf: (plan: SplicePlan) => string,
  ) {
    const { suppressed, referenceWindow: reference } = source;
    const adSegmentUri = this.#adSegmentUri;
    const form = source.textFormOf(input.window);
    const emptyText = form && emptyTextAddresses(form);
    const more = { reference, plan, adSegmentUri, suppressed, emptyText };
    const stitched = stitchMediaPlaylist({ ...input, ...more });
    if (stitched.segmentCount === 0) {
      throw sourceUnavailable(undefined);
    }
    // The numbers that it made public are in the plan now: equal plans have equal bytes.
    const key = keyOf(stitched.plan);
    const known = this.#shared.find(input.window, key);
    const body = known ?? Buffer.from(stitched.text, 'latin1');
    if (!known) {
      this.#shared.add(input.window, key, body);
    }
    return { plan: stitched.plan, body };
  }
}
