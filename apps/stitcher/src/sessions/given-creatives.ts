/**
 * Counts how often a session was given each creative, for the cap of its channel (rule V10). Keys come from ad servers
 * and have any length, so only digests are kept.
 */
import { createHash } from 'node:crypto';
import { keepNewest } from './keep-newest.ts';
import { sessionLimits } from './session-limits.ts';

/** Characters of base64url: 96 bits. */
const digestLength = 16;

const digestOf = (key: string) =>
  createHash('sha256').update(key).digest('base64url').slice(0, digestLength);

export class GivenCreatives {
  /** By digest of the key, those given last at the end; left out while there are none, as in most sessions. */
  #counts: Map<string, number> | undefined;

  /** @param kept `entries` of a process before this one */
  constructor(kept: readonly (readonly [string, number])[] = []) {
    this.#counts = kept.length === 0 ? undefined : new Map(kept);
  }

  /** Counts by digest, for the process that goes on with the session. */
  get entries(): readonly (readonly [digest: string, count: number])[] {
    return [...(this.#counts ?? [])];
  }

  countOf(key: string): number {
    return this.#counts?.get(digestOf(key)) ?? 0;
  }

  /** Counts creatives as given; beyond `countedCreatives` those given longest ago are forgotten. */
  add(keys: readonly string[]): void {
    if (keys.length === 0) {
      return;
    }
    const counts = this.#counts ?? new Map<string, number>();
    this.#counts = counts;
    for (const digest of keys.map(digestOf)) {
      const count = counts.get(digest) ?? 0;
      counts.delete(digest);
      counts.set(digest, count + 1);
    }
    keepNewest(counts, sessionLimits.countedCreatives);
  }

  /** Takes back the creatives of ads that were chosen for a break and are not shown after all. */
  takeBack(keys: readonly string[]): void {
    for (const digest of keys.map(digestOf)) {
      const count = (this.#counts?.get(digest) ?? 0) - 1;
      if (count > 0) {
        this.#counts?.set(digest, count);
      } else {
        this.#counts?.delete(digest);
      }
    }
  }
}
