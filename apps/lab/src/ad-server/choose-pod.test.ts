import { describe, expect, it } from 'vitest';
import { creatives } from '../media/catalogue.ts';
import { choosePod, rotationOf, secondsOfCreative } from './choose-pod.ts';

const letters = (durationSeconds: number, rotation = 0, maxAds = 10, available = creatives) =>
  choosePod(available, { durationSeconds, maxAds, rotation })
    .map((each) => each.letter)
    .join('');
const total = (durationSeconds: number, rotation: number) =>
  choosePod(creatives, { durationSeconds, maxAds: 10, rotation }).reduce(
    (sum, each) => sum + secondsOfCreative(each),
    0,
  );

describe('pods', () => {
  it('fills the break of the channel to the frame, differently per rotation', () => {
    expect([letters(15.36, 0), letters(15.36, 1), letters(15.36, 2)]).toEqual(['AE', 'B', 'EA']);
  });

  it('fills any multiple of 5.12 s exactly, for every rotation', () => {
    for (let units = 1; units <= 30; units += 1) {
      for (let rotation = 0; rotation < 7; rotation += 1)
        expect(total(units * 5.12, rotation)).toBeCloseTo(units * 5.12, 6);
    }
  });

  it('takes whole seconds as rounded, as ad requests carry them', () => {
    expect(total(15, 1)).toBeCloseTo(15.36, 6);
    expect(total(31, 3)).toBeCloseTo(30.72, 6);
    expect(total(30, 3)).toBeCloseTo(25.6, 6);
  });

  it('never exceeds the requested duration by more than the tolerance of 5 ms', () => {
    for (let seconds = 0.5; seconds < 130; seconds += 0.7) {
      expect(total(seconds, 2)).toBeLessThanOrEqual(seconds + 0.005);
    }
  });

  it('repeats nothing where different ads fill the break as well', () => {
    for (let units = 1; units <= 16; units += 1) {
      for (let rotation = 0; rotation < 7; rotation += 1) {
        const pod = letters(units * 5.12, rotation);
        expect(new Set(pod).size, `${units} ${rotation} ${pod}`).toBe(pod.length);
      }
    }
  });

  it('keeps to the number of ads', () => {
    expect(letters(61.44, 3, 2)).toHaveLength(2);
    expect(letters(15.36, 0, 1)).toBe('B');
    expect(letters(15.36, 0, 0)).toBe('');
  });

  it('uses what is ready', () => {
    const ready = creatives.filter((each) => each.letter === 'B');
    expect(letters(40, 0, 10, ready)).toBe('BB');
    expect(letters(40, 0, 10, [])).toBe('');
  });

  it('rotates by the number in the break id, else by a hash of it', () => {
    expect(rotationOf('break-486091')).toBe(486_091);
    expect(rotationOf('evening')).not.toBe(rotationOf('morning'));
  });
});
