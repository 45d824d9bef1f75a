import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { channelAsset, channelAssetInput } from './channel-asset.ts';

export const channelAssetRoutes = {
  /**
   * Answers the asset when it is ready. Otherwise a job is begun, or one that runs already is joined, and
   * the answer is 404 CHANNEL_ASSET_ENCODING with `details.jobId` (SLATE-011).
   */
  put: route({
    method: 'PUT',
    path: '/api/v2/channel-assets',
    roles: operators,
    tag: 'channel assets',
    summary: 'Get a creative or slate in the form of a channel, or have it made',
    body: channelAssetInput,
    answer: channelAsset,
    errors: [
      'CHANNEL_ASSET_ENCODING',
      'CHANNEL_ASSET_FAILED',
      'CHANNEL_ASSET_INVALID',
      'CHANNEL_NOT_FOUND',
      'FLOW_MISSING',
      'INVALID_FIELDS',
      'URL_FORBIDDEN',
    ],
  }),
} as const;
