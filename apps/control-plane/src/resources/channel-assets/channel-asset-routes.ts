import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { ChannelAssetService } from './channel-asset-service.ts';

export function channelAssetRoutes(
  assets: ChannelAssetService,
): Handlers<(typeof contract)['channelAssets']> {
  return { put: ({ caller, body }) => assets.put(caller, body) };
}
