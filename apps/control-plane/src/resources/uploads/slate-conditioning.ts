/** Has a slate that was uploaded for a channel made in the channel's form (SLATE-010). */
import {
  type ChannelAssetWish,
  type ChannelType,
  DomainError,
  type encodingProfile,
} from '@interlude/contract';
import type { z } from 'zod';

export interface ConditioningWish {
  readonly tenantId: string;
  readonly titleId: string;
  /** `new` = of no channel yet: the slate is only kept (OP-77). */
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly profile: z.output<typeof encodingProfile>;
}

export interface ConditioningAnswer {
  readonly message: string;
  readonly jobId?: string;
}

/** Who makes slates; the service of channel assets. */
export interface SlateMaker {
  /** @throws {DomainError} CHANNEL_ASSET_ENCODING while a job makes it */
  put(tenantId: string, wish: ChannelAssetWish): Promise<unknown>;
}

/** Never fails: the slate is there, and can be chosen again. */
export type SlateConditioning = (wish: ConditioningWish) => Promise<ConditioningAnswer>;

export function createSlateConditioning(assets: SlateMaker): SlateConditioning {
  return async ({ tenantId, ...wish }) => {
    if (wish.channelId === 'new')
      return { message: 'The slate is kept for a channel to be saved.' };
    try {
      await assets.put(tenantId, {
        ...{ ...wish, allChannels: false, mediaUrl: undefined, name: '' },
        ...{ titleType: 'ad-slate', http: false, workflowParams: {} },
      });
      return { message: 'The slate is ready for the channel.' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const jobId = error.details['jobId'];
      if (error.code !== 'CHANNEL_ASSET_ENCODING' || typeof jobId !== 'string') {
        return { message: error.message };
      }
      return { message: 'A job makes the slate for the channel.', jobId };
    }
  };
}
