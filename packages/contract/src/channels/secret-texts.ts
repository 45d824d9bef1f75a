import { settingValue, userInfoOf } from '../secrets.ts';
import type { ChannelSettings } from './channel.ts';
import { channelSecrets } from './settings/channel-settings.ts';

/** The password of an address, as written and percent-decoded. */
function passwordOf(address: unknown): string[] {
  const password = userInfoOf(address).split(':').slice(1).join(':');
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/**
 * The secrets of a channel as texts, which are masked wherever a part of an answer or an address is shown.
 * @returns secrets that the API answers as placeholders, none empty; without `apiKey` of viewers, which operators see
 * @see rule SEC-S13
 */
export function secretTextsOf(settings: ChannelSettings): string[] {
  return channelSecrets
    .flatMap(({ path, kind }) => {
      const value = settingValue(settings, path);
      if (path === 'apiKey' || value === undefined || value === null) return [];
      if (kind === 'user-info') return passwordOf(value);
      return kind === 'values' ? Object.values(value).map(String) : [String(value)];
    })
    .filter((secret) => secret !== '');
}
