/** Creatives ready for a channel: read once, matched once for each profile, asked for by address. */
import { DomainError } from '@interlude/contract';
import {
  type AdDropReason,
  buildCreative,
  type Creative,
  matchRenditions,
  type SourceRendition,
} from '@interlude/stitching';
import type { CreativeCache } from './creative-cache.ts';
import type { HlsCreative } from './hls-creative.ts';

/** What a channel asks of a creative. */
export interface ChannelProfile {
  readonly renditions: readonly SourceRendition[];
  /** Its segments have an initialisation section (fMP4). */
  readonly usesMaps: boolean;
  /** Seconds; no segment may be longer (rule H12). */
  readonly targetDuration: number;
}

export type CreativeResult =
  | { readonly creative: Creative }
  | { readonly reason: AdDropReason; readonly timedOut: boolean };

const unusableCodes = new Set(['SOURCE_NOT_A_MANIFEST', 'FETCH_TOO_LARGE']);

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
    }
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function match(read: HlsCreative, profile: ChannelProfile): Creative | AdDropReason {
  const { renditions: source, usesMaps, targetDuration } = profile;
  const matches = matchRenditions(source, read.renditions);
  if (typeof matches === 'string') {
    return matches;
  }
  const playlists = new Map(
    [...matches].flatMap(([renditionId, { url }]) => {
      const playlist = read.playlists.get(url);
      return playlist ? [[renditionId, playlist] as const] : [];
    }),
  );
  return buildCreative({
    creativeId: read.creativeId,
    source,
    playlists,
    targetDuration,
    usesMaps,
  });
}

export class CreativeLibrary {
  readonly #cache: CreativeCache;
  /** Matching is pure, so one result serves all sessions of a channel. */
  readonly #ready = new WeakMap<HlsCreative, WeakMap<ChannelProfile, Creative | AdDropReason>>();

  constructor(cache: CreativeCache) {
    this.#cache = cache;
  }

  /** Never rejects; when the signal aborts first, the reading goes on for the next break. */
  async find(url: string, profile: ChannelProfile, signal: AbortSignal): Promise<CreativeResult> {
    try {
      const reading = this.#cache.get(url);
      reading.catch(() => undefined);
      const creative = this.#match(await Promise.race([reading, aborted(signal)]), profile);
      return typeof creative === 'string' ? { reason: creative, timedOut: false } : { creative };
    } catch (error) {
      const code = error instanceof DomainError ? error.code : '';
      const reason = unusableCodes.has(code) ? 'CREATIVE_UNUSABLE' : 'CREATIVE_UNREACHABLE';
      return { reason, timedOut: signal.aborted || code === 'FETCH_TIMEOUT' };
    }
  }

  #match(read: HlsCreative, profile: ChannelProfile): Creative | AdDropReason {
    let byProfile = this.#ready.get(read);
    if (!byProfile) {
      byProfile = new WeakMap();
      this.#ready.set(read, byProfile);
    }
    const known = byProfile.get(profile) ?? match(read, profile);
    byProfile.set(profile, known);
    return known;
  }
}
