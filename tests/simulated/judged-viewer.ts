/** A viewer without a decoder: joins, reloads, requests the listed ad segments, and has each output judged. */
import {
  type AuditState,
  auditDashSession,
  auditSession,
  type DashAuditState,
  EMPTY_AUDIT,
  EMPTY_DASH_AUDIT,
  listedAdSegments,
} from '@interlude/audit';
import { parseMediaPlaylist } from '@interlude/hls';
import type { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';

const PUBLIC_ORIGIN = 'http://viewers.test';
/** A player keeps three target durations behind the live edge (RFC 8216bis §6.3.3) and starts with less than no segment. */
const LEAST_SEGMENTS = 1;
/** More than the segments of a window; less than the step of a media sequence that is rebuilt without its history. */
const A_JUMP = 1_000;

const adOf = (address: string): string | undefined => /(?:^|\/)ad\/([^/]+)\//.exec(address)?.[1];

export interface JudgedViewer {
  /** Breaches of rules, of status codes, and of a player's needs to begin; as sentences. */
  readonly findings: ReadonlySet<string>;
  readonly outputs: number;
  /** Placements of the session: their ids in addresses of ad segments. */
  readonly ads: ReadonlySet<string>;
  /** Media playlists whose media sequence jumped by more than any window is long. */
  readonly jumps: number;
  join(): Promise<void>;
  watch(): Promise<void>;
}

/** An answer with status 200, and when the viewer had it. */
interface Manifest {
  readonly text: string;
  readonly fetchedAtMs: number;
}

abstract class Viewer {
  protected readonly caller: Caller;
  protected readonly channelId: string;
  readonly #now: () => number;
  readonly findings = new Set<string>();
  readonly ads = new Set<string>();
  readonly #requested = new Set<string>();
  outputs = 0;
  jumps = 0;

  constructor(caller: Caller, channelId: string, now: () => number) {
    this.caller = caller;
    this.channelId = channelId;
    this.#now = now;
  }

  /** Fetched at the time of the answer: where answers are slow, reading all playlists takes seconds. */
  protected async manifest(path: string): Promise<Manifest | undefined> {
    const { status, text } = await this.caller.get(path);
    this.outputs += 1;
    if (status === 200) return { text, fetchedAtMs: this.#now() };
    this.findings.add(
      `H33 ${path.split('/').at(-1)} was answered with ${status}: ${text.slice(0, 200)}`,
    );
    return undefined;
  }

  /** Every listed ad segment leads to its media, once per session. */
  protected async requestAdSegment(path: string): Promise<void> {
    if (this.#requested.has(path)) return;
    this.#requested.add(path);
    this.ads.add(adOf(path) ?? path);
    const { status } = await this.caller.get(path);
    // Segments of WebVTT without a cue are answered in place.
    const isServed = status === 302 || (status === 200 && path.endsWith('.vtt'));
    if (!isServed) this.findings.add(`${path} was answered with ${status}`);
  }
}

class HlsViewer extends Viewer implements JudgedViewer {
  /** True = all variants, false = the first one; each with all playlists that are no variant. */
  readonly #isWhole: boolean;
  #audit: AuditState = EMPTY_AUDIT;
  #playlists: readonly string[] = [];
  /** Media sequence numbers by playlist. */
  readonly #numbers = new Map<string, number>();
  #folder = '';

  constructor(caller: Caller, channelId: string, now: () => number, isWhole: boolean) {
    super(caller, channelId, now);
    this.#isWhole = isWhole;
  }

  async join(): Promise<void> {
    const entry = `/hls/${this.channelId}/master.m3u8`;
    const { location = '' } = await this.caller.get(entry);
    const text = (await this.manifest(`/hls/${this.channelId}/${location}`))?.text ?? '';
    const variants = [...text.matchAll(/#EXT-X-STREAM-INF:.*\n(.+)/g)].map(([, uri]) => uri ?? '');
    const others = [...text.matchAll(/URI="(.+?)"/g)].map(([, uri]) => uri ?? '');
    this.#playlists = [...(this.#isWhole ? variants : variants.slice(0, 1)), ...others];
    this.#folder = `/hls/${this.channelId}/`;
    if (variants.length === 0) this.findings.add('no variant in the multivariant playlist');
    await this.watch(true);
  }

  async watch(isFirst = false): Promise<void> {
    for (const name of this.#playlists) {
      const manifest = await this.manifest(this.#folder + name);
      if (manifest === undefined) continue;
      const { text } = manifest;
      const output = { ...manifest, renditionId: name };
      const judged = auditSession(this.#audit, output, { adOf });
      this.#audit = judged.state;
      const number = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
      this.jumps += number > (this.#numbers.get(name) ?? number) + A_JUMP ? 1 : 0;
      this.#numbers.set(name, number);
      const rendition = name.split('/').at(-1);
      for (const { rule, detail } of judged.findings) {
        this.findings.add(`${rule} ${rendition}: ${detail}`);
      }
      if (isFirst && parseMediaPlaylist(text).playlist.segments.length < LEAST_SEGMENTS) {
        this.findings.add(`${rendition}: no segment to begin with`);
      }
      const base = this.#folder + name.slice(0, name.lastIndexOf('/') + 1);
      for (const [uri] of text.matchAll(/^ad\/.*$/gm)) await this.requestAdSegment(base + uri);
    }
  }
}

class DashViewer extends Viewer implements JudgedViewer {
  #audit: DashAuditState = EMPTY_DASH_AUDIT;
  #path = '';

  async join(): Promise<void> {
    const entry = `${PUBLIC_ORIGIN}/dash/${this.channelId}/manifest.mpd`;
    const { location = '' } = await this.caller.get(new URL(entry).pathname);
    const { pathname, search } = new URL(location, entry);
    this.#path = pathname + search;
    await this.watch(true);
  }

  async watch(isFirst = false): Promise<void> {
    const manifest = await this.manifest(this.#path);
    if (manifest === undefined) return;
    const { text } = manifest;
    const output = { ...manifest, url: PUBLIC_ORIGIN + this.#path };
    const judged = auditDashSession(this.#audit, output, { adOf });
    this.#audit = judged.state;
    for (const { rule, detail } of judged.findings) this.findings.add(`${rule}: ${detail}`);
    if (isFirst && !text.includes('<Period')) this.findings.add('no Period to begin with');
    for (const { address } of listedAdSegments(this.#audit)) {
      await this.requestAdSegment(address.slice(PUBLIC_ORIGIN.length));
    }
  }
}

/**
 * A viewer whose outputs the judge checks.
 * @param now real or simulated time, ms
 * @param isWhole HLS only: true = all variants, false = the first one; each with all playlists that are no variant
 */
export function judgedViewer(
  protocol: 'hls' | 'dash',
  caller: Caller,
  channelId: string,
  now: () => number,
  isWhole = false,
): JudgedViewer {
  return protocol === 'hls'
    ? new HlsViewer(caller, channelId, now, isWhole)
    : new DashViewer(caller, channelId, now);
}
