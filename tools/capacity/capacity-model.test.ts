import { expect, test } from 'vitest';
import { audienceOf } from '../capacity.ts';
import { capacityOf, firstToBreak, usual } from './capacity-model.ts';

const of = (viewers: number, more: Partial<typeof usual> = {}) =>
  capacityOf({ ...usual, ...more, viewers });

test('rates are those of the audience', () => {
  const capacity = of(900_000);
  expect(capacity.answers).toBe(300_000);
  expect(capacity.decisionsAtABreak).toBe(15_000);
  expect(capacity.events).toBe(900_000 * (8 / 3_600) * 4 * 6);
  expect(capacity.beacons).toBe(capacity.events * 1.5);
  expect(Object.values(capacity.parts).reduce((sum, part) => sum + part)).toBeCloseTo(1);
});

test('everything grows with the audience, and a stitcher that is alone shares nothing', () => {
  const [small, large] = [of(100_000), of(1_000_000)];
  expect(large.stitcherCores / small.stitcherCores).toBeCloseTo(10);
  expect(large.postgresCores / small.postgresCores).toBeCloseTo(10);
  expect(of(100)).toMatchObject({ stitchers: 1, postgresCores: 0 });
});

test('cohorts and longer spreads take decisions off, TLS puts time on', () => {
  const plain = of(1_000_000);
  expect(of(1_000_000, { viewersOfACohort: 1_000 }).decisionsAtABreak).toBeCloseTo(
    plain.decisionsAtABreak / 1_000,
  );
  expect(of(1_000_000, { requestsSpreadOverSeconds: 180 }).stitcherCores).toBeLessThan(
    plain.stitcherCores,
  );
  expect(of(1_000_000, { endsTls: true }).stitcherCores).toBeGreaterThan(plain.stitcherCores);
});

test('an ad server of 8,333 requests a second is the first that a million viewers break', () => {
  expect(firstToBreak(of(1_000))).toEqual([]);
  expect(firstToBreak(of(1_000_000))[0]).toMatch(/^the ad server/);
  expect(firstToBreak(of(400_000)).join()).not.toMatch(/the ad server/);
});

test('the command takes each part of the audience by name, and refuses what is no number', () => {
  expect(audienceOf(['--viewers', '5000', '--breaksAnHour', '12', '--endsTls'])).toEqual({
    ...usual,
    ...{ viewers: 5_000, breaksAnHour: 12, endsTls: true },
  });
  expect(() => audienceOf(['--viewers', 'many'])).toThrow('--viewers is a number above 0.');
  expect(() => audienceOf([])).toThrow(/^Name the audience/);
  expect(() => audienceOf(['--people', '5'])).toThrow();
});
