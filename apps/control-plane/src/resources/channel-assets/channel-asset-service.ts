/** Creatives and slates conditioned for channels: ready assets are answered, missing ones are requested. */
import { adClipId } from '@interlude/conditioning';
import type { ChannelAsset, ChannelAssetRequestBody } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type {
  ChannelAssetAnswer,
  ChannelStore,
  JobQueue,
  MediaStore,
  StoredChannelAsset,
} from '@interlude/persistence';
import type { TenantEgresses } from '@interlude/runtime';
import {
  type ChannelConditioning,
  findConditioningProfiles,
  invalidAsset,
  type ReadLadder,
} from './channel-profiles.ts';

export interface ChannelAssetServiceOptions {
  readonly channels: Pick<ChannelStore, 'find' | 'list'>;
  readonly medias: Pick<MediaStore, 'findByUrl'>;
  readonly queue: Pick<JobQueue, 'requestChannelAsset'>;
  readonly egress: TenantEgresses;
  readonly readLadder: ReadLadder;
}

export interface ChannelAssetService {
  /**
   * @throws {DomainError} CHANNEL_ASSET_ENCODING, CHANNEL_ASSET_FAILED, CHANNEL_ASSET_INVALID, CHANNEL_NOT_FOUND,
   * FLOW_MISSING, URL_FORBIDDEN
   */
  put(
    caller: { readonly tenantId: string; readonly userId: string },
    request: ChannelAssetRequestBody,
  ): Promise<ChannelAsset>;
}

const idAlone = { useMediaFileIdAsAdId: false, generateTitleIdsUsingURL: true };

/** The title's id, or an identifier derived from the ad's address. */
function clipIdOf({ titleId, mediaUrl }: ChannelAssetRequestBody): string {
  if (titleId !== '') return titleId;
  if (mediaUrl === undefined) throw invalidAsset('neither an asset nor an address is named');
  return adClipId({ universalAdIds: [] }, { url: mediaUrl }, idAlone);
}

function addressOf(
  asset: StoredChannelAsset,
  conditioning: ChannelConditioning,
  http: boolean,
): string {
  const { hlsUrl, dashUrl } = asset;
  const url = conditioning.type.startsWith('dash') ? dashUrl || hlsUrl : hlsUrl || dashUrl;
  return http ? url.replace(/^https:/i, 'http:') : url;
}

interface Answered {
  readonly conditioning: ChannelConditioning;
  readonly answer: ChannelAssetAnswer;
}

/** The errors of assets that are not ready, most urgent first. */
function refuse(answers: readonly Answered[]): void {
  const jobIds: string[] = [];
  for (const { answer } of answers) {
    switch (answer.state) {
      case 'flow-missing':
        throw domainError('FLOW_MISSING', { name: answer.flowName });
      case 'source-missing':
        throw invalidAsset('the asset has no source media, and no address was given');
      case 'failed':
        throw domainError('CHANNEL_ASSET_FAILED', { jobIds: answer.jobIds });
      case 'encoding':
        jobIds.push(answer.jobId);
        break;
      case 'ready':
        break;
    }
  }
  const [jobId] = jobIds;
  if (jobId !== undefined) throw domainError('CHANNEL_ASSET_ENCODING', { jobId, jobIds });
}

export function createChannelAssetService(
  options: ChannelAssetServiceOptions,
): ChannelAssetService {
  const { medias, queue, egress } = options;
  return {
    put: async ({ tenantId, userId: by }, request) => {
      const { mediaUrl, name, titleType, workflowParams } = request;
      const clipId = clipIdOf(request);
      // Stored files may have an address that users must not submit.
      const own = mediaUrl === undefined || (await medias.findByUrl(tenantId, mediaUrl));
      if (!own) egress.forTenant(tenantId).check(mediaUrl);
      const found = await findConditioningProfiles(tenantId, request, options);
      const answers: Answered[] = [];
      for (const conditioning of found) {
        const { channelId, profile } = conditioning;
        const request = { tenantId, clipId, profile, mediaUrl, name, titleType, channelId };
        const answer = await queue.requestChannelAsset({ ...request, workflowParams, by });
        answers.push({ conditioning, answer });
      }
      refuse(answers);
      const [ready] = answers;
      if (ready?.answer.state !== 'ready') throw invalidAsset('no channel requires it');
      const { asset } = ready.answer;
      return {
        id: asset.id,
        titleId: asset.titleId,
        url: addressOf(asset, ready.conditioning, request.http),
        jobId: asset.jobId,
      };
    },
  };
}
