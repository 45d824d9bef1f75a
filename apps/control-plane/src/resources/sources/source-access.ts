/** Access to a source: headers, with stored values for placeholders, and the operator's proxy. */
import { channelSecrets, secretPlaceholder } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore, StoredChannel } from '@interlude/persistence';
import type { Egress, SourceSettings } from '@interlude/runtime';
import { invalidFields } from '../../http/field-errors.ts';
import { restoreSecrets } from '../../http/stored-secrets.ts';

export interface RequestedSource {
  readonly sourceManifestUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceOrigins: readonly string[];
  readonly httpProxyUrl: string;
  readonly channelId?: string | undefined;
}

/** The stored header behind a placeholder for the source's key, by the name that it is stored under. */
function withApiKey(
  { apiKey, headers }: RequestedSource,
  channel: StoredChannel | undefined,
): Record<string, string> {
  if (apiKey === '') return { ...headers };
  const names = Object.keys(channel?.sourceHeaders ?? {});
  const isStored = apiKey === secretPlaceholder;
  const name = isStored && names.includes('X-Api-Key') ? 'X-Api-Key' : 'x-api-key';
  return { ...headers, [name]: apiKey };
}

/** Fields of the request by the setting of the channel. */
const fields: Readonly<Record<string, string>> = {
  sourceHeaders: 'headers',
  'stitcher.httpProxyUrl': 'httpProxyUrl',
};

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
 * Settings with which a source is requested, with the channel's stored secrets in place of placeholders.
 * @throws {DomainError} URL_FORBIDDEN for plainly forbidden addresses; INVALID_FIELDS for a placeholder without a
 *   stored value, or whose value would go to another address than the stored one
 * @see rule SEC-S23
 */
export function sourceAccess(
  requested: RequestedSource,
  channel: StoredChannel | undefined,
  egress: Pick<Egress, 'check'>,
): SourceSettings {
  const { sourceManifestUrl, sourceOrigins, httpProxyUrl } = requested;
  const given = {
    ...{ sourceManifestUrl, trueSourceUrl: '', sourceOrigins: [...sourceOrigins] },
    sourceHeaders: withApiKey(requested, channel),
    stitcher: { httpProxyUrl },
  };
  const access = restoreSecrets(channelSecrets, given, channel, (path) => fields[path] ?? path);
  egress.check(access.sourceManifestUrl);
  if (httpProxyUrl !== '') egress.check(access.stitcher.httpProxyUrl);
  for (const [name, value] of Object.entries(access.sourceHeaders)) checkHeader(name, value);
  return access;
}
