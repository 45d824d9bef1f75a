/**
 * Counts how often a session was given each creative, for the cap of its channel (rule V10). Keys come from ad servers
 * and have any length, so only digests are kept.
 */
import { createHash } from 'node:crypto';
import { sessionLimits } from './session-limits.ts';

/** Characters of base64url: 96 bits. */
const digestLength = 16;

const digestOf = (key: string) =>
  createHash('sha256').update(key).digest('base64url').slice(0, digestLength);

export class GivenCreatives {
  /** By digest of the key, those given last at the end. */
  readonly #counts: Map<string, number>;

  /** @param kept `entries` of a process before this one */
  constructor(kept: Iterable<readonly [string, number]> = []) {
    this.#counts = new Map(kept);
  }

  /** Counts by digest, for the process that goes on with the session. */
  get entries(): readonly (readonly [digest: string, count: number])[] {
    return [...this.#counts];
  }

  countOf(key: string): number {
    return this.#counts.size === 0 ? 0 : (this.#counts.get(digestOf(key)) ?? 0);
  }

  /** Counts creatives as given; beyond `countedCreatives` those given longest ago are forgotten. */
  add(keys: Iterable<string>): void {
    for (const digest of [...keys].map(digestOf)) {
      const count = this.#counts.get(digest) ?? 0;
      this.#counts.delete(digest);
      this.#counts.set(digest, count + 1);
    }
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= sessionLimits.countedCreatives) {
        break;
      }
      this.#counts.delete(oldest);
    }
  }

  /** Takes back the creatives of ads that were chosen for a break and are not shown after all. */
  takeBack(keys: Iterable<string>): void {
    for (const digest of [...keys].map(digestOf)) {
      const count = (this.#counts.get(digest) ?? 0) - 1;
      if (count > 0) {
        this.#counts.set(digest, count);
      } else {
        this.#counts.delete(digest);
      }
    }
  }
}
