/** One lane of a channel: turns what was read into entries, kept manifests and the edge of each playlist. */
import { safeManifest, safeUrl } from '@interlude/audit';
import type { MonitoringLane, MonitoringPlaylist, MonitoringSegment } from '@interlude/contract';
import {
  type AdNames,
  LaneMemory,
  type LaneReading,
  readDashLane,
  readHlsLane,
  type SeenMpd,
  type SeenPlaylist,
  shortHash,
  type UndatedClock,
} from '@interlude/monitoring';
import { encodeManifest, type KeptManifest } from '@interlude/persistence';
import { monitorLimits } from '../monitor-limits.ts';
import type { StreamLook } from './watch-stream.ts';

/** Result of one reading of a media manifest. */
export interface LaneLook {
  readonly playlist: number;
  readonly manifestKey: string;
  /** New and changed ones. */
  readonly changed: readonly MonitoringSegment[];
  readonly entries: readonly MonitoringSegment[];
  readonly manifest: KeptManifest | undefined;
  readonly hls: SeenPlaylist | undefined;
  readonly dash: SeenMpd | undefined;
  readonly endMs: number;
  readonly targetDurationMs: number;
  readonly isDated: boolean;
}

interface PlaylistState {
  readonly memory: LaneMemory;
  clock: UndatedClock | undefined;
  lastText: string;
  lastKey: string;
  /** Earlier manifest with which, as dictionary, those that follow are compressed. */
  base: { readonly key: string; readonly text: string; readonly atMs: number } | undefined;
}

/** A dictionary is used for this long, ms: an older one would be purged before the manifests that need it. */
const baseMs = 60_000;
const usualTargetMs = 4_000;
const maxPlaylists = 64;

export class WatchedLane {
  readonly lane: MonitoringLane;
  #playlists: readonly MonitoringPlaylist[] = [];
  readonly #states = new Map<string, PlaylistState>();

  constructor(lane: MonitoringLane) {
    this.lane = lane;
  }

  get playlists(): readonly MonitoringPlaylist[] {
    return this.#playlists;
  }

  #state(rendition: string): PlaylistState {
    const known = this.#states.get(rendition);
    if (known) return known;
    const made = {
      ...{ memory: new LaneMemory(), clock: undefined, lastText: '', lastKey: '' },
      base: undefined,
    };
    this.#states.set(rendition, made);
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxPlaylists && oldest !== undefined) this.#states.delete(oldest);
    return made;
  }

  /** @returns whether the playlists of the stream have changed */
  takePlaylists({ after }: StreamLook): boolean {
    if (after.stream?.protocol !== 'HLS') return false;
    const playlists = after.manifests.map(({ rendition, url }, index) => ({
      index,
      uri: safeUrl(url),
      name: rendition,
    }));
    const isSame = JSON.stringify(playlists) === JSON.stringify(this.#playlists);
    this.#playlists = playlists;
    return !isSame;
  }

  indexOf(rendition: string): number {
    return Math.max(
      0,
      this.#playlists.findIndex(({ name }) => name === rendition),
    );
  }

  /** Reads the manifest of a look; undefined when the answer was no media manifest. */
  look(look: StreamLook, names: AdNames): LaneLook | undefined {
    const { answer, rendition, after, nowMs } = look;
    const isKnown = after.manifests.some((one) => one.rendition === rendition && one.outputs > 0);
    if (answer.kind === 'failed' || !isKnown || after.stream === undefined) return undefined;
    const state = this.#state(rendition);
    const playlist = this.indexOf(rendition);
    const manifest = this.#keep(state, answer.text, { playlist, nowMs, url: answer.url });
    const reading: LaneReading = {
      ...{ lane: this.lane, url: answer.url, text: answer.text, loadedAtMs: nowMs },
      manifestKey: state.lastKey,
    };
    const isHls = after.stream.protocol === 'HLS';
    const hls = isHls ? readHlsLane(reading, names, state.clock) : undefined;
    const dash = isHls ? undefined : readDashLane(reading, names);
    state.clock = hls?.clock ?? state.clock;
    const entries = hls?.entries ?? dash?.entries ?? [];
    return {
      ...{ playlist, manifestKey: state.lastKey, manifest, entries, hls, dash },
      changed: state.memory.take(entries),
      endMs: hls?.endMs ?? dash?.endMs ?? Number.NaN,
      targetDurationMs: hls?.targetDurationMs ?? usualTargetMs,
      isDated: hls?.isDated ?? true,
    };
  }

  /** The manifest to keep; undefined when it has not changed, or is too long. */
  #keep(
    state: PlaylistState,
    raw: string,
    about: { readonly playlist: number; readonly nowMs: number; readonly url: string },
  ): KeptManifest | undefined {
    if (raw === state.lastText && state.lastKey !== '') return undefined;
    state.lastText = raw;
    state.lastKey = '';
    if (raw.length > monitorLimits.keptManifestChars) return undefined;
    const text = safeManifest(raw);
    const { playlist, nowMs, url } = about;
    const key = `${this.lane.charAt(0)}${playlist}-${Math.round(nowMs).toString(36)}-${shortHash(text)}`;
    const isFresh = state.base !== undefined && nowMs - state.base.atMs < baseMs;
    const base = isFresh ? state.base : undefined;
    if (base === undefined) state.base = { key, text, atMs: nowMs };
    state.lastKey = key;
    return {
      ...{ key, base: base?.key ?? '', lane: this.lane, playlist, loadedAtMs: nowMs },
      uri: safeUrl(url),
      body: encodeManifest(text, base?.text ?? ''),
    };
  }
}
