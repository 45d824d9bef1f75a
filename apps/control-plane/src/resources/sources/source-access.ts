/** Access to a source: headers, with stored values for placeholders, and the operator's proxy. */
import { domainError, secretPlaceholder } from '@interlude/contract';
import type { ChannelStore, StoredChannel } from '@interlude/persistence';
import { type Egress, isSourceOrigin, type SourceSettings } from '@interlude/runtime';
import { invalidFields } from '../../http/field-errors.ts';

export interface RequestedSource {
  readonly sourceManifestUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceOrigins: readonly string[];
  readonly httpProxyUrl: string;
  readonly channelId?: string | undefined;
}

function secretOf(given: string, stored: string | undefined, field: string): string {
  if (given !== secretPlaceholder) return given;
  if (stored) return stored;
  throw invalidFields({ [field]: 'Enter the value again; none is stored for this address.' });
}

/** A header that a request cannot carry is an error of its field, not of the source. */
function checkHeader(name: string, value: string): void {
  const isGood =
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
  if (!isGood) throw invalidFields({ [`headers.${name}`]: 'I should be a valid header!' });
}

export async function findChannel(
  channels: Pick<ChannelStore, 'find'>,
  tenantId: string,
  channelId: string | undefined,
): Promise<StoredChannel | undefined> {
  if (channelId === undefined || channelId === '' || channelId === 'new') return undefined;
  const channel = await channels.find(tenantId, channelId);
  if (channel === undefined) throw domainError('CHANNEL_NOT_FOUND');
  return channel;
}

/**
 * @throws {DomainError} URL_FORBIDDEN for plainly forbidden addresses; INVALID_FIELDS for a placeholder without a
 * stored value
 */
export function sourceAccess(
  requested: RequestedSource,
  channel: StoredChannel | undefined,
  egress: Pick<Egress, 'check'>,
): SourceSettings {
  egress.check(requested.sourceManifestUrl);
  if (requested.httpProxyUrl !== '') egress.check(requested.httpProxyUrl);
  const own = channel && isSourceOrigin(channel, requested.sourceManifestUrl) ? channel : undefined;
  const stored = own?.sourceHeaders ?? {};
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(requested.headers)) {
    headers[name] = secretOf(value, stored[name], `headers.${name}`);
  }
  if (requested.apiKey !== '') {
    const known = stored['x-api-key'] ?? stored['X-Api-Key'] ?? own?.apiKey;
    headers['x-api-key'] = secretOf(requested.apiKey, known, 'apiKey');
  }
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  const { sourceManifestUrl, sourceOrigins, httpProxyUrl } = requested;
  return {
    ...{ sourceManifestUrl, trueSourceUrl: '', sourceHeaders: headers },
    sourceOrigins: [...sourceOrigins],
    stitcher: { httpProxyUrl },
  };
}
