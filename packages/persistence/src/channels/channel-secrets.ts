/**
 * The secrets among a channel's settings: api key, HMAC secret, values of the source headers. They are
 * stored sealed in a column of their own, bound to their channel; the settings beside them hold `''`.
 * Which of them an answer may show is the control plane's decision.
 */
import type { ChannelSettings } from '@interlude/contract';
import { openSecret, type SecretKey, sealSecret } from '@interlude/runtime';

/** Sealed: `{ apiKey?, hmacSecret?, sourceHeaders? }`; absent = not set. */
type Sealed = Readonly<Record<string, string>>;

export interface SecretPlace {
  readonly key: SecretKey;
  readonly tenantId: string;
  readonly channelId: string;
}

const context = (name: string, place: SecretPlace) =>
  `channels.${name}:${place.tenantId}:${place.channelId}`;

function blankValues(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '']));
}

/** Settings without secrets, and the secrets sealed. */
export function sealSecrets(
  place: SecretPlace,
  settings: ChannelSettings,
): { settings: ChannelSettings; sealed: Sealed } {
  const { hmac } = settings.authentication;
  const headers = settings.sourceHeaders;
  const secrets = {
    apiKey: settings.apiKey,
    hmacSecret: hmac?.secret ?? '',
    sourceHeaders: Object.keys(headers).length === 0 ? '' : JSON.stringify(headers),
  };
  return {
    settings: {
      ...settings,
      apiKey: '',
      sourceHeaders: blankValues(headers),
      authentication: hmac ? { hmac: { ...hmac, secret: '' } } : {},
    },
    sealed: Object.fromEntries(
      Object.entries(secrets)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => [name, sealSecret(place.key, text, context(name, place))]),
    ),
  };
}

function parseHeaders(text: string): Record<string, string> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
}

/** The settings with their secrets; one that cannot be opened (another key) counts as not set. */
export function openSecrets(
  place: SecretPlace,
  settings: ChannelSettings,
  sealed: unknown,
): ChannelSettings {
  const stored: Sealed = typeof sealed === 'object' && sealed !== null ? (sealed as Sealed) : {};
  if (Object.keys(stored).length === 0) return settings;
  const open = (name: string) => {
    const text = stored[name];
    return text === undefined ? '' : (openSecret(place.key, text, context(name, place)) ?? '');
  };
  const headers = open('sourceHeaders');
  const { hmac } = settings.authentication;
  return {
    ...settings,
    apiKey: open('apiKey'),
    sourceHeaders: headers === '' ? settings.sourceHeaders : parseHeaders(headers),
    authentication: hmac ? { hmac: { ...hmac, secret: open('hmacSecret') } } : {},
  };
}
