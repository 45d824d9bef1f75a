import { createClientAddresses } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { networkOf, SessionRate, sessionRate } from './session-rate.ts';

function rate() {
  const clock = fixedClock();
  const limiter = new SessionRate(clock, createClientAddresses(['loopback']));
  const taken = (address: string, tries: number) => {
    let count = 0;
    for (let index = 0; index < tries; index += 1) {
      try {
        limiter.take(address);
        count += 1;
      } catch {
        break;
      }
    }
    return count;
  };
  return { clock, limiter, taken };
}

test('SEC-S12 one network opens so many sessions at once, and then a few a second', () => {
  const { clock, limiter, taken } = rate();
  expect(taken('203.0.113.7', 5_000)).toBe(sessionRate.burst);
  expect(() => limiter.take('203.0.113.200')).toThrowError('Too many requests');
  expect(taken('203.0.114.7', 1)).toBe(1);
  clock.advance(1_000);
  expect(taken('203.0.113.8', 5_000)).toBe(sessionRate.perSecond);
});

test('a trusted proxy stands for many viewers', () => {
  expect(rate().taken('127.0.0.1', 5_000)).toBe(5_000);
});

test('the networks that are remembered are bounded', () => {
  const { limiter } = rate();
  for (let index = 0; index < sessionRate.networks + 5_000; index += 1) {
    limiter.take(`10.${index >> 8}.${index & 255}.1`);
  }
  expect(() => limiter.take('10.0.0.1')).not.toThrow();
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:ab12:3::1', '8193:3512:1:171'],
  ['2001:db8:1:abff::', '8193:3512:1:171'],
  ['2001:db8::1', '8193:3512:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the network of %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
