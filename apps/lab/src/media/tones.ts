/** Sound of the lab's media: soft sine tones, one character per media, made sample by sample. */

export const SAMPLE_RATE = 48_000;

export interface Voice {
  /** Hertz of the notes; played together (`chord`) or one after the other (`steps`). */
  readonly notes: readonly number[];
  readonly kind: 'chord' | 'steps' | 'silence';
  /** Seconds from one note to the next. */
  readonly stepSeconds: number;
  /** Peak of everything together, 0..1. A chord at 0.2 and steps at 0.22 have about -23 LUFS (EBU R 128). */
  readonly level: number;
  /** A short tick at every full second, to hear whether audio and clock agree. */
  readonly hasTick: boolean;
}

/** Audio samples per video frame at 25 frames per second. */
const BLOCK_SAMPLES = 1_920;
const TICK_HZ = 1_760;
const TICK_SECONDS = 0.06;

/** Interleaved 16-bit stereo, block by block. */
export function* samplesOf(voice: Voice, frameCount: number): Iterable<Uint8Array> {
  for (let frame = 0; frame < frameCount; frame += 1) {
    const block = new Int16Array(BLOCK_SAMPLES * 2);
    for (let index = 0; index < BLOCK_SAMPLES; index += 1) {
      const seconds = (frame * BLOCK_SAMPLES + index) / SAMPLE_RATE;
      const value = Math.round(
        32_767 * voice.level * (melody(voice, seconds) + tick(voice, seconds)),
      );
      block[index * 2] = value;
      block[index * 2 + 1] = value;
    }
    yield new Uint8Array(block.buffer);
  }
}

const wave = (hertz: number, seconds: number) => Math.sin(2 * Math.PI * hertz * seconds);

function melody(voice: Voice, seconds: number): number {
  const { notes, kind, stepSeconds } = voice;
  if (kind === 'silence' || notes.length === 0) return 0;
  if (kind === 'chord') {
    return notes.reduce((sum, hertz) => sum + wave(hertz, seconds), 0) / (notes.length * 1.5);
  }
  const step = Math.floor(seconds / stepSeconds);
  const into = seconds - step * stepSeconds;
  const hertz = notes[step % notes.length] ?? 440;
  const attack = Math.min(1, into / 0.015);
  return attack * Math.exp((-3 * into) / stepSeconds) * wave(hertz, into);
}

function tick(voice: Voice, seconds: number): number {
  const into = seconds % 1;
  if (!voice.hasTick || into > TICK_SECONDS) return 0;
  return 0.5 * Math.sin((Math.PI * into) / TICK_SECONDS) * wave(TICK_HZ, into);
}
