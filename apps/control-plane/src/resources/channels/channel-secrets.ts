/**
 * The secrets of a channel: the HMAC secret and the values of the source headers are answered as a placeholder, and a
 * save that sends the placeholder back keeps the stored value (OP-30). The viewers' api-key is shown to operators, who
 * configure players with it.
 */
import {
  type Channel,
  type ChannelSettings,
  secretPlaceholder,
  type UserRole,
} from '@interlude/contract';
import { invalidFields } from '../../http/field-errors.ts';

type Secrets = Pick<
  ChannelSettings,
  'apiKey' | 'authentication' | 'sourceHeaders' | 'sourceManifestUrl' | 'trueSourceUrl'
>;

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

const notCopied = 'Enter the value again; the stored value cannot be copied.';
const notElsewhere = 'Enter the value again; the stored value is not sent to another host.';

/** The given value, or the stored one when the placeholder was sent back. */
function keep(given: string, stored: string | undefined, field: string, why = notCopied): string {
  if (given !== secretPlaceholder) return given;
  if (stored) return stored;
  throw invalidFields({ [field]: why });
}

type Source = Pick<ChannelSettings, 'sourceManifestUrl' | 'trueSourceUrl'>;

const originsOf = ({ sourceManifestUrl, trueSourceUrl }: Source) =>
  [sourceManifestUrl, trueSourceUrl].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  );

/** Changing the source address must not reveal the stored headers to another host. */
function hasMoved(given: Source, stored: Source | undefined): boolean {
  const known = new Set(stored && originsOf(stored));
  return originsOf(given).some((origin) => !known.has(origin));
}

/**
 * The settings with the stored values for placeholders.
 * @throws {DomainError} INVALID_FIELDS when no value is stored for a placeholder
 */
export function restoreSecrets(
  given: ChannelSettings,
  stored: Secrets | undefined,
): ChannelSettings {
  const { hmac } = given.authentication;
  const storedSecret = stored?.authentication.hmac?.secret;
  const moved = stored !== undefined && hasMoved(given, stored);
  const headers = moved ? {} : stored?.sourceHeaders;
  const why = moved ? notElsewhere : notCopied;
  return {
    ...given,
    apiKey: keep(given.apiKey, stored?.apiKey, 'apiKey'),
    authentication: hmac
      ? { hmac: { ...hmac, secret: keep(hmac.secret, storedSecret, 'authentication.hmac.secret') } }
      : {},
    sourceHeaders: Object.fromEntries(
      Object.entries(given.sourceHeaders).map(([name, value]) => [
        name,
        keep(value, headers?.[name], `sourceHeaders.${name}`, why),
      ]),
    ),
  };
}
