/** Owners and states in words. */
import type { ChannelHealth, FindingOwner, HealthState } from '@interlude/contract';

export const ownerNames: Readonly<Record<FindingOwner, string>> = {
  source: 'Source',
  'ad-server': 'Ad server',
  creative: 'Creative',
  cdn: 'CDN',
  platform: 'Interlude',
};

export const healthNames: Readonly<Record<HealthState, string>> = {
  healthy: 'Healthy',
  degraded: 'Degraded',
  ill: 'Ill',
  unwatched: 'Not watched',
};

/** `Ill: the ad server does not answer. Ad server can mend it.` */
export function healthSentence({
  state,
  reason,
  owner,
}: Pick<ChannelHealth, 'state' | 'reason' | 'owner'>) {
  const begin = reason === '' ? healthNames[state] : `${healthNames[state]}: ${reason}`;
  return owner === null ? begin : `${begin.replace(/\.$/, '')}. To mend by: ${ownerNames[owner]}`;
}
