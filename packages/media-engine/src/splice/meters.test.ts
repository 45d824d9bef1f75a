import { describe, expect, it } from 'vitest';
import { PictureMeter } from './picture-meter.ts';
import { SoundMeter, sampleRate } from './sound-meter.ts';
import { measuredSize } from './splice-media.ts';

const pixels = measuredSize.width * measuredSize.height;
const frameSeconds = 0.04;
/** A frame of one brightness. */
const flat = (value: number) => new Uint8Array(pixels).fill(value);
/** A bar that moves: every frame differs from every other one near it. */
const moving = (index: number) =>
  Uint8Array.from({ length: pixels }, (_, at) => ((at + index * 7) % 97) * 2);

function seen(end: 'last' | 'first', count: number, frameAt: (index: number) => Uint8Array) {
  const meter = new PictureMeter(end);
  for (let index = 0; index < count && !meter.isFull; index += 1)
    meter.add(frameAt(index), 10 + index * frameSeconds);
  return meter.reading();
}

describe('pictures beside a splice', () => {
  it('of two seconds that move are neither black nor frozen', () => {
    expect(seen('first', 100, moving)).toEqual({
      seconds: 2,
      blackSeconds: 0,
      frozenSeconds: 0,
      startSeconds: 10,
    });
  });

  it('are measured at the end that touches the splice', () => {
    const darkEnd = (index: number) => (index >= 75 ? flat(0) : moving(index));
    expect(seen('last', 100, darkEnd)?.blackSeconds).toBeCloseTo(1, 5);
    expect(seen('first', 100, darkEnd)?.blackSeconds).toBe(0);
  });

  it('that are black are frozen, too', () => {
    const reading = seen('first', 100, () => flat(20));
    expect(reading?.blackSeconds).toBe(2);
    expect(reading?.frozenSeconds).toBeCloseTo(2, 1);
  });

  it('that stand still are frozen however bright, and one that creeps is not', () => {
    const still = seen('last', 100, () => flat(120));
    expect(still?.blackSeconds).toBe(0);
    expect(still?.frozenSeconds).toBeGreaterThan(1.9);
    expect(
      seen('last', 100, (index) => flat(100 + Math.floor(index / 5)))?.frozenSeconds,
    ).toBeLessThan(0.3);
  });

  it('of nothing have no reading', () => {
    expect(new PictureMeter('last').reading()).toBeUndefined();
  });
});

function heard(
  end: 'last' | 'first',
  seconds: number,
  sampleAt: (at: number) => number,
  channels = 2,
) {
  const meter = new SoundMeter(end, channels);
  const block = 1_024;
  const total = Math.round(seconds * sampleRate);
  for (let from = 0; from < total && !meter.isFull; from += block) {
    const count = Math.min(block, total - from);
    const samples = new Float32Array(count * channels);
    for (let at = 0; at < count; at += 1)
      samples.fill(sampleAt((from + at) / sampleRate), at * channels, (at + 1) * channels);
    meter.add(samples, 5 + from / sampleRate);
  }
  return meter.reading();
}

const sine = (dbfs: number, hertz = 997) => {
  const peak = 10 ** (dbfs / 20);
  return (at: number) => peak * Math.sin(2 * Math.PI * hertz * at);
};

describe('sound beside a splice', () => {
  it.each([
    [-23, 2, -23],
    [-33, 2, -33],
    [-20, 6, undefined],
  ] as const)(
    'EBU Tech 3341 a sine of 997 Hz at %d dBFS in %d channels',
    (dbfs, channels, lufs) => {
      const loudness = heard('first', 2, sine(dbfs), channels)?.loudness ?? Number.NaN;
      // Five channels count, two of them 1.41 times.
      const expected = lufs ?? dbfs - 3.01 + 10 * Math.log10(3 + 2 * 1.41);
      expect(Math.abs(loudness - expected)).toBeLessThan(0.1);
    },
  );

  it('is as loud from one channel as from two with the same', () => {
    const one = heard('first', 2, sine(-23), 1)?.loudness ?? Number.NaN;
    expect(Math.abs(one - -23)).toBeLessThan(0.1);
  });

  it('that is silent has no loudness', () => {
    expect(heard('last', 2, () => 0)).toEqual({
      ...{ seconds: 2, silentSeconds: 2, silentAtStart: 2, silentAtEnd: 2 },
      ...{ loudness: null, startSeconds: 5 },
    });
  });

  it('reports silence at the end that touches the splice', () => {
    const fades = (at: number) => (at < 3 ? sine(-23)(at) : 0);
    const reading = heard('last', 3.7, fades);
    expect(reading?.silentAtEnd).toBeCloseTo(0.7, 1);
    expect(reading?.silentAtStart).toBe(0);
    expect(heard('first', 3.7, fades)?.silentSeconds).toBe(0);
  });

  it('SEC-S126 samples that are no numbers have no loudness, and stop nothing', () => {
    expect(heard('first', 1, () => Number.NaN)).toMatchObject({ loudness: null, seconds: 1 });
  });
});
