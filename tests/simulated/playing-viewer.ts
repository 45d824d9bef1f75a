/**
 * A player without a decoder, which plays one video rendition: begins some seconds behind the edge, requests segments
 * in time and in order, leaves. It reads outputs only; of ads it notes its requests.
 */
import { auditDashSession, type DashAuditState, EMPTY_DASH_AUDIT } from '@interlude/audit';
import { parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { sessionMark } from '../../apps/stitcher/src/sessions/session-mark.ts';
import type { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';

const ORIGIN = 'http://viewers.test';
/** Requested before it is played, ms. */
const AHEAD_MS = 8_000;
/** Manifests are read anew after this, ms. */
const RELOAD_MS = 2_000;
/** Gaps that players skip without a stall, ms. */
const SMALL_HOLE_MS = 300;
/** Rounded durations of segments add up to less, ms. */
const SAME_MS = 100;

/** A segment on one clock for the whole session. */
interface ListedSegment {
  readonly startMs: number;
  readonly endMs: number;
  /** Absolute path at the stitcher of a segment of an ad or slate; undefined for content. */
  readonly adPath: string | undefined;
}

/** Segments that a viewer requested of one ad in its break. */
export interface SeenAd {
  /** Folder of the lab's media, e.g. `ad-b-15`. */
  readonly mediaId: string;
  readonly breakId: string;
  /** Indices of segments. */
  readonly segments: Set<number>;
}

const adFolder = /(?:^|\/)ad\/([^/]+)\//;
const creative = /\/ads\/creatives\/([^/]+)\/.*?(\d+)\.\w+$/;

export abstract class PlayingViewer {
  protected readonly caller: Caller;
  protected readonly channelId: string;
  readonly #behindMs: number;
  readonly #leavesAfterMs: number;
  readonly #ads = new Map<string, SeenAd>();
  readonly findings: string[] = [];
  protected sessionId = '';
  #joinedMs = 0;
  #readMs = Number.NEGATIVE_INFINITY;
  /** Start of playback, and end of the requested segments, on the session's clock. */
  #fromMs = 0;
  #untilMs = 0;
  #hasLeft = false;

  /**
   * @param behindMs distance from the edge at which it begins
   * @param leavesAfterMs time after which it requests nothing
   */
  constructor(
    caller: Caller,
    channelId: string,
    { behindMs, leavesAfterMs }: { readonly behindMs: number; readonly leavesAfterMs: number },
  ) {
    this.caller = caller;
    this.channelId = channelId;
    this.#behindMs = behindMs;
    this.#leavesAfterMs = leavesAfterMs;
  }

  /** Of the session, as ad servers and trackers get it. */
  get mark(): string {
    return sessionMark(this.sessionId);
  }

  get ads(): Iterable<SeenAd> {
    return this.#ads.values();
  }

  protected abstract open(): Promise<void>;
  /** Ascending; empty when there is no answer. */
  protected abstract list(nowMs: number): Promise<readonly ListedSegment[]>;

  async join(nowMs: number): Promise<void> {
    await this.open();
    const listed = await this.list(nowMs);
    const [oldest] = listed;
    const edgeMs = listed.at(-1)?.endMs;
    if (oldest === undefined || edgeMs === undefined) {
      this.findings.push('no segment to begin with');
      this.#hasLeft = true;
      return;
    }
    const wantedMs = Math.max(oldest.startMs, edgeMs - this.#behindMs);
    const first = listed.find(({ endMs }) => endMs > wantedMs + SAME_MS) ?? oldest;
    this.#joinedMs = nowMs;
    this.#readMs = nowMs;
    this.#fromMs = first.startMs;
    this.#untilMs = first.startMs;
    await this.#request(listed, nowMs);
    if (this.#untilMs <= this.#fromMs) this.findings.push('it did not begin to play');
  }

  async watch(nowMs: number): Promise<void> {
    this.#hasLeft ||= nowMs - this.#joinedMs > this.#leavesAfterMs;
    if (this.#hasLeft || nowMs - this.#readMs < RELOAD_MS) return;
    this.#readMs = nowMs;
    await this.#request(await this.list(nowMs), nowMs);
    const playedMs = this.#fromMs + nowMs - this.#joinedMs;
    if (this.#untilMs < playedMs)
      this.findings.push(`after ${nowMs - this.#joinedMs} ms it had nothing to play`);
  }

  async #request(listed: readonly ListedSegment[], nowMs: number): Promise<void> {
    const aheadMs = this.#fromMs + nowMs - this.#joinedMs + AHEAD_MS;
    for (const { startMs, endMs, adPath } of listed) {
      // Segments outside of their Period are listed only to keep segment numbers.
      if (endMs <= startMs || startMs < this.#untilMs - SAME_MS || startMs > aheadMs) continue;
      if (startMs > this.#untilMs + SMALL_HOLE_MS)
        this.findings.push(`a hole of ${Math.round(startMs - this.#untilMs)} ms`);
      this.#untilMs = endMs;
      if (adPath !== undefined) await this.#requestAd(adPath);
    }
  }

  async #requestAd(path: string): Promise<void> {
    const { status, location = '' } = await this.caller.get(path);
    if (status !== 302) this.findings.push(`${path} was answered with ${status}`);
    const [, mediaId, segment] = creative.exec(new URL(location, ORIGIN).pathname) ?? [];
    if (mediaId === undefined) return;
    const placement = decodeURIComponent(adFolder.exec(path)?.[1] ?? '');
    const breakId = placement.slice(0, placement.lastIndexOf('.'));
    const seen = this.#ads.get(placement) ?? { mediaId, breakId, segments: new Set() };
    this.#ads.set(placement, seen);
    seen.segments.add(Number(segment));
  }
}

class HlsPlayer extends PlayingViewer {
  #folder = '';
  #name = '';
  /** Media sequence number and start of the last segment that was listed, with its end. */
  #last: { readonly msn: number; readonly endMs: number } | undefined;

  protected override async open(): Promise<void> {
    this.#folder = `/hls/${this.channelId}/`;
    const { location = '' } = await this.caller.get(`${this.#folder}master.m3u8`);
    this.sessionId = new URLSearchParams(location.split('?')[1]).get('sid') ?? '';
    const { text } = await this.caller.get(this.#folder + location);
    this.#name = parseMultivariantPlaylist(text).playlist.variants[0]?.uri ?? '';
  }

  /** As players do it: a segment begins where the one before it ends. */
  protected override async list(): Promise<readonly ListedSegment[]> {
    const { text, status } = await this.caller.get(this.#folder + this.#name);
    if (status !== 200) this.findings.push(`${this.#name} was answered with ${status}`);
    const { segments } = parseMediaPlaylist(text).playlist;
    const folder = this.#folder + this.#name.slice(0, this.#name.lastIndexOf('/') + 1);
    const known = segments.findIndex(({ msn }) => msn === this.#last?.msn);
    if (this.#last !== undefined && known < 0 && segments.length > 0)
      this.findings.push(`segment ${this.#last.msn}, listed before, and those after it are gone`);
    const knownMs = segments
      .slice(0, known + 1)
      .reduce((sum, { durationSeconds }) => sum + durationSeconds * 1_000, 0);
    let startMs = known < 0 ? 0 : (this.#last?.endMs ?? 0) - knownMs;
    const listed = segments.map(({ uri, durationSeconds }): ListedSegment => {
      const endMs = startMs + durationSeconds * 1_000;
      const segment = { startMs, endMs, adPath: uri.startsWith('ad/') ? folder + uri : undefined };
      startMs = endMs;
      return segment;
    });
    const last = segments.at(-1);
    if (last !== undefined) this.#last = { msn: last.msn, endMs: startMs };
    return listed;
  }
}

class DashPlayer extends PlayingViewer {
  #path = '';
  #state: DashAuditState = EMPTY_DASH_AUDIT;

  protected override async open(): Promise<void> {
    const entry = `${ORIGIN}/dash/${this.channelId}/manifest.mpd`;
    const { location = '' } = await this.caller.get(new URL(entry).pathname);
    const { pathname, search } = new URL(location, entry);
    this.#path = pathname + search;
    this.sessionId = /([^/]+)\.mpd$/.exec(pathname)?.[1] ?? '';
  }

  protected override async list(nowMs: number): Promise<readonly ListedSegment[]> {
    const { text, status } = await this.caller.get(this.#path);
    if (status !== 200) this.findings.push(`the MPD was answered with ${status}`);
    const output = { url: ORIGIN + this.#path, fetchedAtMs: nowMs, text };
    const { state, findings } = auditDashSession(this.#state, output);
    this.#state = state;
    for (const { rule, detail } of findings) this.findings.push(`${rule}: ${detail}`);
    return (state.last?.periods ?? []).flatMap(({ sets, startMs, endMs: periodEndMs }) => {
      const video = sets.find(
        ({ contentType, isSpecial }) => contentType === 'video' && !isSpecial,
      );
      return (video?.tracks[0]?.segments ?? []).map(({ address, ...segment }): ListedSegment => {
        const { pathname, origin, search } = new URL(address);
        return {
          startMs: Math.max(startMs, segment.startMs),
          endMs: Math.min(periodEndMs, segment.endMs),
          adPath: origin === ORIGIN && adFolder.test(pathname) ? pathname + search : undefined,
        };
      });
    });
  }
}

export function playingViewer(
  protocol: 'hls' | 'dash',
  ...given: ConstructorParameters<typeof PlayingViewer>
): PlayingViewer {
  return protocol === 'hls' ? new HlsPlayer(...given) : new DashPlayer(...given);
}
