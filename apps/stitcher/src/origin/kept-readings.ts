/** The last readings of a source, for sessions that ask less often than it is polled. */
import type { BreakReading } from '@interlude/stitching';
import { originLimits } from './origin-limits.ts';

export class KeptReadings {
  #readings: readonly BreakReading[] = [];

  /** The newest last. */
  get all(): readonly BreakReading[] {
    return this.#readings;
  }

  /** One of the same version takes the place of the one before. */
  add(reading: BreakReading): void {
    const before = this.#readings.filter(({ version }) => version < reading.version);
    this.#readings = [...before, reading].slice(-originLimits.keptReadings);
  }
}
