/**
 * Gated loudness of ITU-R BS.1770-4 (§3, annex 1), for samples of 48 kHz: K-weighting, blocks of 400 ms that overlap by three
 * quarters, an absolute gate at -70 LUFS and a relative one 10 LU below what passes it.
 */

/** Coefficients of annex 1, tables 1 and 2: the shelf of a head, and the high pass. */
const shelf = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
} as const;
const highPass = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] } as const;

/** 48 kHz, 100 ms. */
const stepSamples = 4_800;
const stepsOfBlock = 4;
const gates = { absolute: -70, relative: -10 } as const;

/** Sound of one channel is played on two loudspeakers; of six, the low frequencies do not count. */
function weightsOf(channels: number): readonly number[] {
  if (channels === 1) return [2];
  if (channels === 6) return [1, 1, 1, 0, 1.41, 1.41];
  return new Array<number>(channels).fill(1);
}

class Biquad {
  readonly #b: readonly [number, number, number];
  readonly #a: readonly [number, number];
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;

  constructor({ b, a }: typeof shelf | typeof highPass) {
    this.#b = b;
    this.#a = a;
  }

  next(x: number): number {
    const [b0, b1, b2] = this.#b;
    const [a1, a2] = this.#a;
    const y = b0 * x + b1 * this.#x1 + b2 * this.#x2 - a1 * this.#y1 - a2 * this.#y2;
    this.#x2 = this.#x1;
    this.#x1 = x;
    this.#y2 = this.#y1;
    this.#y1 = y;
    return y;
  }
}

const loudnessOf = (power: number) => -0.691 + 10 * Math.log10(power);

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export class LoudnessMeter {
  readonly #filters: readonly (readonly [Biquad, Biquad])[];
  readonly #weights: readonly number[];
  /** Weighted power of each step of 100 ms. */
  readonly #steps: number[] = [];
  #sum = 0;
  #samples = 0;

  constructor(channels: number) {
    this.#weights = weightsOf(channels);
    this.#filters = Array.from({ length: channels }, () => [
      new Biquad(shelf),
      new Biquad(highPass),
    ]);
  }

  /** One sample of each channel; -1 to 1. */
  add(samples: Float32Array, at: number): void {
    this.#filters.forEach(([first, second], channel) => {
      const value = second.next(first.next(samples[at + channel] ?? 0));
      this.#sum += (this.#weights[channel] ?? 0) * value * value;
    });
    this.#samples += 1;
    if (this.#samples < stepSamples) return;
    this.#steps.push(this.#sum / stepSamples);
    this.#sum = 0;
    this.#samples = 0;
  }

  /**
   * @param seconds length of the measured part, back from the newest sample
   * @returns LUFS; null when no block passes the gates
   */
  loudness(seconds: number): number | null {
    const steps = this.#steps.slice(-Math.round(seconds * 10));
    const blocks: number[] = [];
    for (let from = 0; from + stepsOfBlock <= steps.length; from += 1)
      blocks.push(mean(steps.slice(from, from + stepsOfBlock)));
    const audible = blocks.filter((power) => loudnessOf(power) > gates.absolute);
    if (audible.length === 0) return null;
    const gate = loudnessOf(mean(audible)) + gates.relative;
    return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
  }
}
