/** Owners and states in words. */
import type { ChannelHealth, FindingOwner, HealthState } from '@interlude/contract';
import { known, t } from '../../texts/t.ts';

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

/**
 * Reason of the health of a channel, `T6 A manifest of the source can be read: 503`, in the language of the reader: the
 * title of its rule, and what was seen.
 */
export function findingText(text: string): string {
  const [, rule, rest = ''] = /^([A-Z]\d{1,2}) (.*)$/s.exec(text) ?? [];
  for (const { index } of rest.matchAll(/: |$/g)) {
    const title = rest.slice(0, index);
    const translated = known(title);
    if (translated === title) continue;
    const detail = rest.slice(index + 2);
    return `${rule} ${translated}${detail === '' ? '' : `: ${known(detail)}`}`;
  }
  return known(text);
}

/** `Ill: the ad server does not answer. Ad server can mend it.` */
export function healthSentence({
  state,
  reason,
  owner,
}: Pick<ChannelHealth, 'state' | 'reason' | 'owner'>) {
  const begin =
    reason === '' ? healthNames[state] : `${healthNames[state]}: ${findingText(reason)}`;
  return owner === null
    ? begin
    : t('{begin}. To mend by: {ownerNames}', {
        begin: begin.replace(/\.$/, ''),
        ownerNames: ownerNames[owner],
      });
}
