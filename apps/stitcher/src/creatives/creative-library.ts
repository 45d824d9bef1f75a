/** Creatives ready for a channel: read once, matched once per profile, found by address. */

import { DomainError } from '@interlude/contract/errors';
import type { Clock, TenantEgresses } from '@interlude/runtime';
import {
  type AdDropReason,
  buildCreative,
  type Creative,
  matchRenditions,
} from '@interlude/stitching';
import type { ChannelProfile, DashProfile, HlsProfile } from '../origin/channel-profile.ts';
import { CreativeCache } from './creative-cache.ts';
import { type DashCreative, fetchDashCreative } from './dash-creative.ts';
import { buildDashCreative } from './dash-rendition-match.ts';
import { fetchHlsCreative, type HlsCreative } from './hls-creative.ts';

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

function matchHls(read: HlsCreative, profile: HlsProfile): Creative | AdDropReason {
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
  const { creativeId, address } = read;
  const built = buildCreative({ creativeId, source, playlists, targetDuration, usesMaps });
  return typeof built === 'string' ? built : { ...built, address };
}

/** Creatives of one protocol: reads them, and matches each once per profile. */
class Shelf<Read extends object, Profile extends object> {
  readonly #cache: CreativeCache<Read>;
  readonly #match: (read: Read, profile: Profile) => Creative | AdDropReason;
  /** Matching is pure, so one result serves all sessions of a channel. */
  readonly #ready = new WeakMap<Read, WeakMap<Profile, Creative | AdDropReason>>();

  constructor(
    cache: CreativeCache<Read>,
    match: (read: Read, profile: Profile) => Creative | AdDropReason,
  ) {
    this.#cache = cache;
    this.#match = match;
  }

  async find(key: string, profile: Profile, signal: AbortSignal): Promise<Creative | AdDropReason> {
    const read = this.#cache.ready(key) ?? (await this.#read(key, signal));
    let byProfile = this.#ready.get(read);
    if (!byProfile) {
      byProfile = new WeakMap();
      this.#ready.set(read, byProfile);
    }
    const known = byProfile.get(profile) ?? this.#match(read, profile);
    byProfile.set(profile, known);
    return known;
  }

  async #read(key: string, signal: AbortSignal): Promise<Read> {
    const reading = this.#cache.get(key);
    reading.catch(() => undefined);
    return Promise.race([reading, aborted(signal)]);
  }
}

/**
 * Creatives of one company, read with its own grants: those that another one may reach are not found for it (SEC-S60).
 */
export interface TenantCreatives {
  /**
   * Finds a creative for a profile. Never rejects; when the signal aborts first, the reading goes on for the next
   * break.
   */
  find(url: string, profile: ChannelProfile, signal: AbortSignal): Promise<CreativeResult>;
}

/** Keys of the caches. Ids of companies have no space. */
const keyOf = (tenantId: string, url: string) => `${tenantId} ${url}`;
const tenantOf = (key: string) => key.slice(0, key.indexOf(' '));
const urlOf = (key: string) => key.slice(key.indexOf(' ') + 1);

export class CreativeLibrary {
  readonly #hls: Shelf<HlsCreative, HlsProfile>;
  readonly #dash: Shelf<DashCreative, DashProfile>;

  constructor(egress: TenantEgresses<'request'>, clock: Clock) {
    const of = (key: string) => egress.forTenant(tenantOf(key));
    const hls = new CreativeCache((key) => fetchHlsCreative(of(key), urlOf(key)), clock);
    const dash = new CreativeCache((key) => fetchDashCreative(of(key), urlOf(key)), clock);
    this.#hls = new Shelf(hls, matchHls);
    this.#dash = new Shelf(dash, buildDashCreative);
  }

  forTenant(tenantId: string): TenantCreatives {
    return {
      find: (url, profile, signal) => this.#find(keyOf(tenantId, url), profile, signal),
    };
  }

  async #find(key: string, profile: ChannelProfile, signal: AbortSignal): Promise<CreativeResult> {
    try {
      const creative =
        profile.manifestType === 'dash'
          ? await this.#dash.find(key, profile, signal)
          : await this.#hls.find(key, profile, signal);
      if (typeof creative === 'string') {
        return { reason: creative, timedOut: false };
      }
      return { creative };
    } catch (error) {
      const code = error instanceof DomainError ? error.code : '';
      const reason = unusableCodes.has(code) ? 'CREATIVE_UNUSABLE' : 'CREATIVE_UNREACHABLE';
      return { reason, timedOut: signal.aborted || code === 'FETCH_TIMEOUT' };
    }
  }
}
