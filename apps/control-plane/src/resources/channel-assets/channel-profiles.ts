/** The conditioning profiles of a request: those of one channel, of all enabled channels, or of a channel not saved yet. */
import {
  type ConditioningProfile,
  defaultLadder,
  profileOfLadder,
  type SourceLadder,
} from '@interlude/conditioning';
import type { ChannelAssetRequestBody, ChannelSettings, ChannelType } from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import { type ChannelStore, profileHashOf, type StoredChannel } from '@interlude/persistence';
import type { Egress, TenantEgresses } from '@interlude/runtime';

/** The ladder of a channel's source, within the budgets of its company. */
export type ReadLadder = (
  tenantId: string,
  egress: Pick<Egress, 'request'>,
  settings: ChannelSettings,
) => Promise<SourceLadder>;

export interface ChannelConditioning {
  readonly channelId: string;
  readonly type: ChannelType;
  readonly profile: ConditioningProfile;
}

type ProfileRequest = Pick<
  ChannelAssetRequestBody,
  'allChannels' | 'channelId' | 'channelType' | 'profile'
>;

/** Id of a channel that is not saved yet (OP-77). */
const newChannel = 'new';
/** Sources that are read concurrently. */
const readAtOnce = 4;
/** Enabled channels whose sources one request may read. */
const maxChannels = 500;

export function invalidAsset(reason: string): DomainError {
  return domainError('CHANNEL_ASSET_INVALID', { reason });
}

async function profileOfChannel(
  read: (settings: ChannelSettings) => Promise<SourceLadder>,
  channel: StoredChannel,
  { channelType, profile }: ProfileRequest,
): Promise<ChannelConditioning> {
  const settings: ChannelSettings = {
    ...channel,
    type: channelType ?? channel.type,
    profile: profile ?? channel.profile,
  };
  try {
    const ladder = await read(settings);
    return {
      channelId: channel.id,
      type: settings.type,
      profile: profileOfLadder(ladder, settings),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalidAsset(
      `the source of the channel ${channel.name} cannot be read: ${error.message}`,
    );
  }
}

/** Of an encoding profile alone: live and VoD channels have the same conditioning profiles. */
const typeOfManifest = { hls: 'hls-live', dash: 'dash-live' } as const;

/** Without a readable source the settings decide. */
function profileOfSettings({ channelType: named, profile }: ProfileRequest): ChannelConditioning {
  const { manifestType } = profile ?? {};
  const channelType = named ?? (manifestType && typeOfManifest[manifestType]);
  if (channelType === undefined || profile === undefined) {
    throw invalidAsset('select a channel type and a profile first, or name a channel');
  }
  const manifest = channelType.startsWith('dash') ? 'dash' : 'hls';
  const includeMediaTracks = { iFrames: false, subtitles: true, closedCaptions: true };
  const ladder = defaultLadder(manifest, { profile });
  return {
    channelId: '',
    type: channelType,
    profile: profileOfLadder(ladder, { profile, includeMediaTracks }),
  };
}

/** Channels with unreadable sources are left out, unless all are unreadable. */
async function profilesOfAll(
  channels: readonly StoredChannel[],
  read: (channel: StoredChannel) => Promise<ChannelConditioning>,
): Promise<ChannelConditioning[]> {
  const found = new Map<string, ChannelConditioning>();
  let failed: unknown;
  const left = [...channels];
  const work = async () => {
    for (let channel = left.shift(); channel !== undefined; channel = left.shift()) {
      const conditioning = await read(channel).catch((error: unknown) => {
        failed = error;
        return undefined;
      });
      if (conditioning !== undefined) found.set(profileHashOf(conditioning.profile), conditioning);
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, work));
  if (found.size > 0) return [...found.values()];
  throw failed ?? invalidAsset('no channel is enabled');
}

/**
 * @returns at least one conditioning profile, without duplicates
 * @throws {DomainError} CHANNEL_NOT_FOUND, CHANNEL_ASSET_INVALID
 */
export async function findConditioningProfiles(
  tenantId: string,
  request: ProfileRequest,
  parts: {
    readonly channels: Pick<ChannelStore, 'find' | 'list'>;
    readonly egress: TenantEgresses;
    readonly readLadder: ReadLadder;
  },
): Promise<ChannelConditioning[]> {
  const { channels, readLadder } = parts;
  const egress = parts.egress.forTenant(tenantId);
  const ladderOf = (settings: ChannelSettings) => readLadder(tenantId, egress, settings);
  const read = (channel: StoredChannel) => profileOfChannel(ladderOf, channel, request);
  if (request.allChannels) {
    const { rows } = await channels.list(tenantId, {
      ...{ limit: maxChannels, offset: 0, search: '', sort: '-createdAt', status: 'enabled' },
    });
    return profilesOfAll(rows, read);
  }
  if (request.channelId === '' || request.channelId === newChannel)
    return [profileOfSettings(request)];
  const channel = await channels.find(tenantId, request.channelId);
  if (!channel) throw domainError('CHANNEL_NOT_FOUND');
  return [await read(channel)];
}
