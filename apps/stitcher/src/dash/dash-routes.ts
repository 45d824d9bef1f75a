/** Answers of the addresses of live DASH; see `dash-path.ts` for them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@interlude/runtime';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import type { SessionAdmission } from '../admission/session-admission.ts';
import type { AdEvents } from '../beacons/ad-events.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { adLocationOf } from '../delivery/locations.ts';
import { followDecided } from '../delivery/pending-break.ts';
import { contentTypes, sendBody, sendRedirect } from '../http/answer.ts';
import { cmcdOf } from '../http/cmcd.ts';
import type { Routes } from '../http/routes.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import { openWithin } from '../origin/open-within.ts';
import type { SourcePool } from '../origin/source-pool.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { type DashPath, parseDashPath, patchBaseOf } from './dash-path.ts';
import type { DashAdServer } from './serve-dash-ad.ts';
import type { MpdServer } from './serve-mpd.ts';

export interface DashRoutesOptions {
  readonly admission: SessionAdmission;
  readonly sources: SourcePool<DashSource>;
  readonly adEvents: Pick<AdEvents, 'hasResumedPods'>;
  readonly breakDecisions: BreakDecisions;
  readonly mpds: MpdServer;
  readonly ads: DashAdServer;
  readonly clock: Clock;
  /** Longest wait of a first request until its source is open, milliseconds. */
  readonly openWithinMs: number;
  /** A manifest of a session was requested. */
  readonly heard: (session: PlaybackSession, request: IncomingMessage) => void;
}

type MpdPath = Extract<DashPath, { kind: 'mpd' | 'patch' }>;
type AdPath = Extract<DashPath, { kind: 'ad' }>;

/** Channels whose DASH is stitched by these routes. */
export const isLiveDash = (channel: ChannelEntry) => channel.settings.type === 'dash-live';

export class DashRoutes implements Routes {
  readonly prefixes = ['/dash/'];
  readonly #options: DashRoutesOptions;

  constructor(options: DashRoutesOptions) {
    this.#options = options;
  }

  kindOf(url: string): string {
    return parseDashPath(url)?.kind ?? 'other';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = parseDashPath(url);
    if (path === undefined) {
      return false;
    }
    const channel = this.#options.admission.channel(path.channelId);
    if (!isLiveDash(channel)) {
      return false;
    }
    if (path.kind === 'entry') {
      this.#options.admission.openByRedirect(channel, request, response, (id) => `${id}.mpd`);
    } else if (path.kind === 'time') {
      this.#time(channel, request, response);
    } else if (path.kind === 'ad') {
      await this.#ad(path, channel, request, response);
    } else {
      await this.#mpd(path, request, response);
    }
    return true;
  }

  async #open(channel: ChannelEntry): Promise<DashSource> {
    const source = this.#options.sources.get(channel);
    await openWithin(source, channel, this.#options.openWithinMs);
    return source;
  }

  /** Answers with xs:dateTime, on the clock by which segments are available. */
  #time(channel: ChannelEntry, request: IncomingMessage, response: ServerResponse): void {
    const { sources, clock } = this.#options;
    const nowMs = sources.find(channel.id)?.nowMs ?? clock.now();
    const body = Buffer.from(new Date(nowMs).toISOString());
    sendBody(request, response, 'text/plain; charset=utf-8', body);
  }

  async #mpd(path: MpdPath, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { admission, mpds, breakDecisions } = this.#options;
    const { channel, session } = admission.resume(path, request);
    this.#options.heard(session, request);
    const source = await this.#open(channel);
    await source.confirm();
    await mpds.prepare(session, source);
    await followDecided(
      () => mpds.follow(session, source),
      () => breakDecisions.decided(session),
    );
    if (path.kind === 'mpd') {
      sendBody(request, response, contentTypes.dash, mpds.serve(session, source));
    } else {
      const patch = mpds.servePatch(session, source, patchBaseOf(request.url ?? ''));
      sendBody(request, response, contentTypes.dashPatch, patch);
    }
  }

  async #ad(
    path: AdPath,
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { admission, adEvents, mpds, ads } = this.#options;
    const source = await this.#open(channel);
    const session = admission.adSession(path, request, adEvents.hasResumedPods);
    if (session) {
      await mpds.prepare(session, source);
    }
    const asked = { counts: request.method === 'GET', cmcd: cmcdOf(request) };
    const location = await ads(session, path, asked, source);
    const rewriter = adLocationOf(session, channel.settings);
    sendRedirect(request, response, rewriter ? rewriter.rewrite(location) : location);
  }
}
