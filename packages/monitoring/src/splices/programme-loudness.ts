/** How loud the programme of a channel is: the mean power of its last seconds beside splices. */

/** Readings of two seconds each that are remembered, and how many of them say something. */
const limits = { readings: 8, least: 3 } as const;

export class ProgrammeLoudness {
  #readings: number[] = [];

  /** @param loudness LUFS of content beside a splice; null = silent, which says nothing */
  add(loudness: number | null): void {
    if (loudness !== null) this.#readings = [...this.#readings, loudness].slice(-limits.readings);
  }

  /** LUFS; null until enough was heard. */
  get value(): number | null {
    if (this.#readings.length < limits.least) return null;
    const power = this.#readings.reduce((sum, one) => sum + 10 ** (one / 10), 0);
    return 10 * Math.log10(power / this.#readings.length);
  }
}
