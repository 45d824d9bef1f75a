import { taxTypes, tierPlans } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { countries, countryOf } from '../countries/countries.ts';
import { chargeCents, includedAdEvents, providerPrice } from './charge.ts';
import { grantsTier, subscriptionState } from './subscription-state.ts';

describe('what a term costs', () => {
  it('SUB-010 SUB-011 SUB-012 SUB-013 are the figures of the cards', () => {
    const figures = Object.values(tierPlans).map((plan) => [
      ...[plan.cpmCents, plan.termMonths, plan.committedAdEvents, plan.sessions],
      plan.minimumFeeCents,
    ]);
    expect(figures).toEqual([
      [0, 0, 0, 500, 0],
      [89, 1, 100_000, 1_000, 9_900],
      [69, 12, 5_000_000, 100_000, 345_000],
      [49, 24, 10_000_000, 100_000, 490_000],
    ]);
    for (const { cpmCents, committedAdEvents, minimumFeeCents } of Object.values(tierPlans)) {
      expect(minimumFeeCents).toBeGreaterThanOrEqual((committedAdEvents * cpmCents) / 1_000);
    }
  });

  it('SUB-011 is the fee, and what goes beyond the ad events that it pays for', () => {
    const { basic, trial } = tierPlans;
    expect(includedAdEvents(basic)).toBe(111_235);
    expect([0, 100_000, 111_235].map((adEvents) => chargeCents(basic, adEvents))).toEqual([
      9_900, 9_900, 9_900,
    ]);
    expect(chargeCents(basic, 1_111_235)).toBe(9_900 + 89_000);
    expect(chargeCents(trial, 10_000_000)).toBe(0);
  });

  it('SUB-012 SUB-013 a price of the payment provider has the same figures in its name', () => {
    expect(providerPrice('professional')).toEqual({
      ...{ lookupKey: 'interlude-professional-12-345000-5000000-69', interval: 'year' },
      ...{ intervalCount: 1, feeCents: 345_000, includedAdEvents: 5_000_000, cents: '0.069' },
    });
    expect(providerPrice('enterprise')).toMatchObject({ interval: 'year', intervalCount: 2 });
    expect(providerPrice('basic')).toMatchObject({ interval: 'month', intervalCount: 1 });
  });
});

describe('states', () => {
  it('SUB-003 who pays late keeps the plan, who does not pay loses it; other words change nothing', () => {
    const granted = ['trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete'].map(
      (status) => grantsTier(subscriptionState(status) ?? 'none'),
    );
    expect(granted).toEqual([true, true, true, false, false, false]);
    expect(subscriptionState('constructor')).toBeUndefined();
  });
});

describe('lists of the Subscribe dialog', () => {
  it('SUB-009 OP-38 27 distinct tax types, eu_vat, us_ein and au_abn among them', () => {
    expect(new Set(taxTypes).size).toBe(27);
    expect(taxTypes).toEqual(expect.arrayContaining(['eu_vat', 'us_ein', 'au_abn']));
  });

  it('SUB-008 countries have code, name, ISO code and dialling codes', () => {
    expect(countryOf('DE')).toEqual({
      ...{ code: 'DE', name: 'Germany', isocode: 'DEU', diallingCodes: ['+49'] },
    });
    expect(countries.length).toBeGreaterThan(240);
    for (const { code, name, isocode, diallingCodes } of countries) {
      expect([code, isocode, name.length > 0]).toEqual([
        ...[expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/^[A-Z]{3}$/), true],
      ]);
      for (const each of diallingCodes) expect(each).toMatch(/^\+\d{1,7}$/);
    }
    expect(countryOf('ZZ')).toBeUndefined();
  });
});
