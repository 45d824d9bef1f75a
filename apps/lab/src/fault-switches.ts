/** The faults that are switched on for everybody, until they are switched off or the lab stops. */
import { domainError } from '@interlude/contract/errors';
import { type AdFault, adFaults } from './ad-server/ad-faults.ts';
import { type BeaconLie, beaconLies } from './beacon-recorder/beacon-lies.ts';
import { type LiveFault, liveFaults } from './live-origin/live-options.ts';

export const faultChoices = { live: liveFaults, ads: adFaults, beacons: beaconLies } as const;
export type FaultPlace = keyof typeof faultChoices;
export const faultPlaces = ['live', 'ads', 'beacons'] as const satisfies readonly FaultPlace[];

export class FaultSwitches {
  live: LiveFault | undefined;
  ads: AdFault | undefined;
  beacons: BeaconLie | undefined;
  /** Share of the beacons that get the faulty answer, 0..1. */
  beaconShare = 1;

  /** Sets the places that `change` names; an empty text or `none` switches off. @throws {DomainError} REQUEST_INVALID */
  apply(change: Readonly<Record<string, unknown>>): void {
    const live = choice(change, 'live', liveFaults);
    const ads = choice(change, 'ads', adFaults);
    const beacons = choice(change, 'beacons', beaconLies);
    const share = shareOf(change['beaconShare']);
    if (live !== 'unchanged') this.live = live;
    if (ads !== 'unchanged') this.ads = ads;
    if (beacons !== 'unchanged') this.beacons = beacons;
    if (share !== undefined) this.beaconShare = share;
  }

  toJSON(): Record<FaultPlace, string> & { beaconShare: number } {
    return {
      live: this.live ?? 'none',
      ads: this.ads ?? 'none',
      beacons: this.beacons ?? 'none',
      beaconShare: this.beaconShare,
    };
  }
}

function shareOf(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  const share = Number(value);
  if (share >= 0 && share <= 1) return share;
  throw domainError('REQUEST_INVALID', { reason: 'beaconShare must be from 0 to 1' });
}

function choice<T extends string>(
  change: Readonly<Record<string, unknown>>,
  place: FaultPlace,
  values: readonly T[],
): T | undefined | 'unchanged' {
  const value = change[place];
  if (value === undefined) return 'unchanged';
  if (value === '' || value === 'none' || value === null) return undefined;
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw domainError('REQUEST_INVALID', {
    reason: `${place} must be none or one of ${values.join(', ')}`,
  });
}
