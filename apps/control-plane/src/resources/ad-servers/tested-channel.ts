/** The channel of a test: the submitted settings over the stored ones. */
import {
  type AdServerTestRequest,
  type ChannelSettings,
  channelSettings,
  domainError,
} from '@interlude/contract';
import type { ChannelStore } from '@interlude/persistence';

export interface TestedChannel {
  /** `new` for a channel that is not saved yet. */
  readonly id: string;
  readonly settings: ChannelSettings;
  readonly hasSource: boolean;
  /** Values that the report must not show. */
  readonly secrets: readonly string[];
}

/** Id of a channel that is not saved yet (OP-77). */
const newChannel = 'new';
/** Never requested: of a channel without a source only the settings are used. */
const noSource = 'https://source.invalid/';

/** The stored headers of a source must not be sent to another host. */
function headersFor(settings: ChannelSettings, sourceManifestUrl: string) {
  const isSame = new URL(settings.sourceManifestUrl).origin === new URL(sourceManifestUrl).origin;
  return isSame ? settings.sourceHeaders : {};
}

/** As written, and as sent where that is text. */
function passwordOf({ password }: URL): string[] {
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** Secrets that the API answers as placeholders, and the credentials of a proxy address. */
function secretsOf({ authentication, sourceHeaders, stitcher }: ChannelSettings): string[] {
  const { httpProxyUrl } = stitcher;
  const proxy = httpProxyUrl === '' ? [] : passwordOf(new URL(httpProxyUrl));
  return [authentication.hmac?.secret ?? '', ...Object.values(sourceHeaders), ...proxy];
}

/** @throws {DomainError} CHANNEL_NOT_FOUND */
export async function testedChannel(
  channels: Pick<ChannelStore, 'find'>,
  tenantId: string,
  request: AdServerTestRequest,
): Promise<TestedChannel> {
  const { channelId = '', channelType, adSource, httpProxyUrl } = request;
  const isSaved = channelId !== '' && channelId !== newChannel;
  const stored = isSaved ? await channels.find(tenantId, channelId) : undefined;
  if (isSaved && !stored) throw domainError('CHANNEL_NOT_FOUND');
  const base =
    stored ??
    channelSettings.parse({
      name: 'test',
      sourceManifestUrl: request.sourceManifestUrl ?? noSource,
    });
  const sourceManifestUrl = request.sourceManifestUrl ?? base.sourceManifestUrl;
  const isSameSource = sourceManifestUrl === base.sourceManifestUrl;
  return {
    id: stored?.id ?? newChannel,
    hasSource: stored !== undefined || request.sourceManifestUrl !== undefined,
    secrets: secretsOf(base).filter((secret) => secret !== ''),
    settings: {
      ...base,
      ...{ type: channelType, adSource, sourceManifestUrl },
      trueSourceUrl: isSameSource ? base.trueSourceUrl : '',
      sourceHeaders: headersFor(base, sourceManifestUrl),
      profile: request.profile ?? base.profile,
      useMediaFileIdAsAdId: request.useMediaFileIdAsAdId,
      generateTitleIdsUsingURL: request.generateTitleIdsUsingURL,
      stitcher: {
        ...base.stitcher,
        httpProxyUrl: httpProxyUrl || base.stitcher.httpProxyUrl,
      },
    },
  };
}
