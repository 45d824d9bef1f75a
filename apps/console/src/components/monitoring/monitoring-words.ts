/** Owners and states in words. */
import type { ChannelHealth, FindingOwner, HealthState } from '@interlude/contract';
import { t } from '../../texts/t.ts';

export const ownerNames: Readonly<Record<FindingOwner, string>> = {
  source: t('Source'),
  'ad-server': t('Ad server'),
  creative: t('Creative'),
  cdn: 'CDN',
  platform: 'Interlude',
};

export const healthNames: Readonly<Record<HealthState, string>> = {
  healthy: t('Healthy'),
  degraded: t('Degraded'),
  ill: t('Ill'),
  unwatched: t('Not watched'),
};

/** `Ill: the ad server does not answer. Ad server can mend it.` */
export function healthSentence({
  state,
  reason,
  owner,
}: Pick<ChannelHealth, 'state' | 'reason' | 'owner'>) {
  const begin = reason === '' ? healthNames[state] : `${healthNames[state]}: ${reason}`;
  return owner === null
    ? begin
    : t('{begin}. To mend by: {ownerNames}', {
        begin: begin.replace(/\.$/, ''),
        ownerNames: ownerNames[owner],
      });
}
