/** The last readings of a source, for sessions that request manifests less often than the source is polled. */
import type { BreakReading } from '@interlude/stitching';
import { originLimits } from './origin-limits.ts';

export class KeptReadings {
  #readings: readonly BreakReading[] = [];

  /** The newest last. */
  get all(): readonly BreakReading[] {
    return this.#readings;
  }

  /** Adds a reading; it replaces one of the same version. */
  add(reading: BreakReading): void {
    const before = this.#readings.filter(({ version }) => version < reading.version);
    this.#readings = [...before, reading].slice(-originLimits.keptReadings);
  }
}
