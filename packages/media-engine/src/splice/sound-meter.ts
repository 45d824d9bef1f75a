/** Measures samples beside a splice: silence and loudness. Samples are interleaved, 48 kHz, -1 to 1. */
import { LoudnessMeter } from './loudness-meter.ts';
import { type SoundReading, spliceLimits } from './splice-media.ts';

export const sampleRate = 48_000;
/** 10 ms. */
const blockSamples = 480;
const blockSeconds = blockSamples / sampleRate;
/** Root mean square of the loudest channel below which a block is silent: -60 dBFS. */
const silentLevel = 0.001;
const mostBlocks = Math.round(spliceLimits.seconds / blockSeconds);

const isFinitePower = (value: number) => (Number.isFinite(value) ? value : 0);

export class SoundMeter {
  readonly #end: 'last' | 'first';
  readonly #channels: number;
  readonly #loudness: LoudnessMeter;
  /** One element per block of 10 ms, the newest last: true = silent. */
  #silent: boolean[] = [];
  #sums: number[];
  #samples = 0;
  #seconds = 0;
  #startSeconds = Number.POSITIVE_INFINITY;

  /** @param channels 1 to `spliceLimits.channels` */
  constructor(end: 'last' | 'first', channels: number) {
    this.#end = end;
    this.#channels = channels;
    this.#loudness = new LoudnessMeter(channels);
    this.#sums = new Array<number>(channels).fill(0);
  }

  get isFull(): boolean {
    const wanted = this.#end === 'first' ? spliceLimits.seconds : spliceLimits.decodedSeconds;
    return this.#seconds >= wanted;
  }

  add(samples: Float32Array, atSeconds: number): void {
    this.#startSeconds = Math.min(this.#startSeconds, atSeconds);
    const channels = this.#channels;
    for (let at = 0; at + channels <= samples.length && !this.isFull; at += channels) {
      this.#loudness.add(samples, at);
      for (let channel = 0; channel < channels; channel += 1) {
        const value = isFinitePower(samples[at + channel] ?? 0);
        this.#sums[channel] = (this.#sums[channel] ?? 0) + value * value;
      }
      this.#samples += 1;
      if (this.#samples === blockSamples) this.#endBlock();
    }
  }

  #endBlock(): void {
    const loudest = Math.sqrt(Math.max(...this.#sums) / blockSamples);
    this.#silent.push(loudest < silentLevel);
    if (this.#silent.length > mostBlocks) this.#silent.shift();
    this.#sums = new Array<number>(this.#channels).fill(0);
    this.#samples = 0;
    this.#seconds += blockSeconds;
  }

  /** Undefined with less than 10 ms. */
  reading(): SoundReading | undefined {
    const silent = this.#silent;
    if (silent.length === 0) return undefined;
    let run = 0;
    let most = 0;
    for (const isSilent of silent) {
      run = isSilent ? run + 1 : 0;
      most = Math.max(most, run);
    }
    const firstSound = silent.indexOf(false);
    const atStart = firstSound < 0 ? silent.length : firstSound;
    const seconds = silent.length * blockSeconds;
    const loudness = this.#loudness.loudness(seconds);
    return {
      seconds,
      silentSeconds: most * blockSeconds,
      silentAtStart: atStart * blockSeconds,
      silentAtEnd: run * blockSeconds,
      loudness: loudness === null || Number.isFinite(loudness) ? loudness : null,
      startSeconds: this.#startSeconds,
    };
  }
}
