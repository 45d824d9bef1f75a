/** Loudness of a channel's programme: the mean power of its last readings beside splices. */

/** Readings of two seconds each: how many are kept, and the least number that gives a loudness. */
const limits = { readings: 8, least: 3 } as const;

export class ProgrammeLoudness {
  #readings: number[] = [];

  /** @param loudness LUFS of content beside a splice; null = silent, which is not counted */
  add(loudness: number | null): void {
    if (loudness !== null) this.#readings = [...this.#readings, loudness].slice(-limits.readings);
  }

  /** LUFS; null until `limits.least` readings were added. */
  get value(): number | null {
    if (this.#readings.length < limits.least) return null;
    const power = this.#readings.reduce((sum, one) => sum + 10 ** (one / 10), 0);
    return 10 * Math.log10(power / this.#readings.length);
  }
}
