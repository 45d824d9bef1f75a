/** The channel of a test: the submitted settings over the stored ones. */
import {
  type ChannelSettings,
  channelSecrets,
  channelSettings,
  isSentElsewhere,
  secretTextsOf,
  withUserInfo,
} from '@interlude/contract';
import type { AdServerTestRequest } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore } from '@interlude/persistence';
import { restoreSecrets } from '../../http/stored-secrets.ts';

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

/** The stored headers are not sent to an address that the test names instead of a stored one. */
function withOwnHeaders(tested: ChannelSettings, stored: ChannelSettings): ChannelSettings {
  const rule = channelSecrets.find(({ path }) => path === 'sourceHeaders');
  const isElsewhere = rule === undefined || isSentElsewhere(rule, tested, stored);
  return isElsewhere ? { ...tested, sourceHeaders: {} } : tested;
}

/** @throws {DomainError} CHANNEL_NOT_FOUND; INVALID_FIELDS for a placeholder without a stored value */
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
  const isSameSource =
    withUserInfo(sourceManifestUrl, '') === withUserInfo(base.sourceManifestUrl, '');
  const given = {
    ...base,
    ...{ type: channelType, adSource, sourceManifestUrl },
    trueSourceUrl: isSameSource ? base.trueSourceUrl : '',
    profile: request.profile ?? base.profile,
    useMediaFileIdAsAdId: request.useMediaFileIdAsAdId,
    generateTitleIdsUsingURL: request.generateTitleIdsUsingURL,
    stitcher: {
      ...base.stitcher,
      httpProxyUrl: httpProxyUrl || base.stitcher.httpProxyUrl,
    },
  };
  return {
    id: stored?.id ?? newChannel,
    hasSource: stored !== undefined || request.sourceManifestUrl !== undefined,
    secrets: secretTextsOf(base),
    settings: withOwnHeaders(restoreSecrets(channelSecrets, given, stored), base),
  };
}
