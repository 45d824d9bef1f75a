/** How often one session was given each creative, for the cap of its channel (rule V10). */
import { sessionLimits } from './session-limits.ts';

export class GivenCreatives {
  /** By key of the creative, those given last at the end. */
  readonly #counts: Map<string, number>;

  /** @param kept what a process before this one had counted, see `entries` */
  constructor(kept: Iterable<readonly [string, number]> = []) {
    this.#counts = new Map(kept);
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Beyond `countedCreatives` those given longest ago are not counted any more. */
  add(keys: Iterable<string>): void {
    for (const key of keys) {
      const count = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      this.#counts.set(key, count + 1);
    }
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= sessionLimits.countedCreatives) {
        break;
      }
      this.#counts.delete(oldest);
    }
  }

  /** Of ads that were chosen for a break and are not shown after all. */
  takeBack(keys: Iterable<string>): void {
    for (const key of keys) {
      const count = (this.#counts.get(key) ?? 0) - 1;
      if (count > 0) {
        this.#counts.set(key, count);
      } else {
        this.#counts.delete(key);
      }
    }
  }
}
