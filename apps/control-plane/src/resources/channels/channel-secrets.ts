/**
 * What of a channel never leaves: the HMAC secret and the values of the source headers are answered as
 * a placeholder, and a save that sends the placeholder back keeps what is stored (OP-30). The viewers'
 * api-key is shown to those who operate channels, because they hand it to players.
 */
import {
  type Channel,
  type ChannelSettings,
  secretPlaceholder,
  type UserRole,
} from '@interlude/contract';
import { invalidFields } from '../../http/field-errors.ts';

type Secrets = Pick<ChannelSettings, 'apiKey' | 'authentication' | 'sourceHeaders'>;

function mask(text: string): string {
  return text === '' ? '' : secretPlaceholder;
}

export function maskSecrets(channel: Channel, role: UserRole): Channel {
  const { hmac } = channel.authentication;
  return {
    ...channel,
    apiKey: role === 'Viewer' ? mask(channel.apiKey) : channel.apiKey,
    authentication: hmac ? { hmac: { ...hmac, secret: mask(hmac.secret) } } : {},
    sourceHeaders: Object.fromEntries(
      Object.entries(channel.sourceHeaders).map(([name, value]) => [name, mask(value)]),
    ),
  };
}

/** The given value, or the stored one when the placeholder was sent back. */
function keep(given: string, stored: string | undefined, field: string): string {
  if (given !== secretPlaceholder) return given;
  if (stored) return stored;
  throw invalidFields({ [field]: 'Enter the value again; the stored one cannot be copied.' });
}

/**
 * The settings with placeholders replaced by what is stored.
 * @throws {DomainError} INVALID_FIELDS when a placeholder has nothing to stand for
 */
export function restoreSecrets(
  given: ChannelSettings,
  stored: Secrets | undefined,
): ChannelSettings {
  const { hmac } = given.authentication;
  const storedSecret = stored?.authentication.hmac?.secret;
  return {
    ...given,
    apiKey: keep(given.apiKey, stored?.apiKey, 'apiKey'),
    authentication: hmac
      ? { hmac: { ...hmac, secret: keep(hmac.secret, storedSecret, 'authentication.hmac.secret') } }
      : {},
    sourceHeaders: Object.fromEntries(
      Object.entries(given.sourceHeaders).map(([name, value]) => [
        name,
        keep(value, stored?.sourceHeaders[name], `sourceHeaders.${name}`),
      ]),
    ),
  };
}
