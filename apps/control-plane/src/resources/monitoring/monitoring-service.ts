/** Monitoring of a company's channels: stored results of the monitor; nothing is requested from sources or outputs. */
import {
  type ChannelHealth,
  type ChannelHealthHistory,
  type MonitoringFinding,
  type MonitoringIncident,
  type MonitoringManifest,
  type MonitoringMessages,
  type MonitoringSplices,
  type MonitoringTimeline,
  manifestKey,
  spliceSides,
} from '@interlude/contract';
import { maxHealthChannels } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore, MonitoringStore, SpliceStore } from '@interlude/persistence';

export interface MonitoringService {
  /** @throws {DomainError} CHANNEL_NOT_FOUND, CHANNEL_NOT_LIVE, as all that name a channel */
  timeline(tenantId: string, channelId: string, playlist: number): Promise<MonitoringTimeline>;
  messages(tenantId: string, channelId: string): Promise<MonitoringMessages>;
  /** @throws {DomainError} CHANNEL_NOT_FOUND, MANIFEST_NOT_FOUND */
  manifest(tenantId: string, channelId: string, key: string): Promise<MonitoringManifest>;
  findings(
    tenantId: string,
    channelId: string,
    range: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<MonitoringFinding[]>;
  splices(
    tenantId: string,
    channelId: string,
    question: {
      readonly fromMs?: number | undefined;
      readonly breakId?: string | undefined;
      readonly limit: number;
    },
  ): Promise<MonitoringSplices>;
  /** JPEG. @throws {DomainError} CHANNEL_NOT_FOUND, THUMBNAIL_NOT_FOUND */
  thumbnail(
    tenantId: string,
    of: { readonly channelId: string; readonly spliceId: string; readonly side: string },
  ): Promise<Buffer>;
  incidents(tenantId: string): Promise<MonitoringIncident[]>;
  /** @param ids with commas in between */
  health(tenantId: string, ids: string): Promise<ChannelHealth[]>;
  channelHealth(tenantId: string, channelId: string): Promise<ChannelHealthHistory>;
}

const endOf = ({ start, duration }: { start: number; duration: number }) => start + duration * 1000;

export function createMonitoringService(
  channels: Pick<ChannelStore, 'find'>,
  monitoring: MonitoringStore,
  splices: Pick<SpliceStore, 'list' | 'picture'>,
): MonitoringService {
  async function checkLive(tenantId: string, channelId: string): Promise<void> {
    const channel = await channels.find(tenantId, channelId);
    if (channel === undefined) throw domainError('CHANNEL_NOT_FOUND');
    if (!channel.type.endsWith('-live')) throw domainError('CHANNEL_NOT_LIVE');
  }

  return {
    async timeline(tenantId, channelId, playlist) {
      await checkLive(tenantId, channelId);
      const { lanes, playlists } = await monitoring.timeline(tenantId, channelId, playlist);
      const { source, output } = lanes;
      const maxTime = [...source, ...output].reduce((max, one) => Math.max(max, endOf(one)), 0);
      return {
        keys: ['source', 'output'],
        values: [[...source], [...output]],
        maxTime,
        playlists: [...playlists],
      };
    },
    async messages(tenantId, channelId) {
      await checkLive(tenantId, channelId);
      const { messages } = await monitoring.timeline(tenantId, channelId, 0);
      return {
        keys: ['messages'],
        values: [[...messages]],
        maxTime: messages.at(-1)?.loadTime ?? 0,
        playlists: [],
      };
    },
    async manifest(tenantId, channelId, key) {
      if ((await channels.find(tenantId, channelId)) === undefined)
        throw domainError('CHANNEL_NOT_FOUND');
      const isKey = manifestKey.safeParse(key).success;
      const manifest = isKey ? await monitoring.manifest(tenantId, channelId, key) : undefined;
      if (manifest === undefined) throw domainError('MANIFEST_NOT_FOUND');
      return manifest;
    },
    async findings(tenantId, channelId, range) {
      await checkLive(tenantId, channelId);
      return monitoring.findings(tenantId, channelId, range);
    },
    async splices(tenantId, channelId, question) {
      await checkLive(tenantId, channelId);
      return splices.list(tenantId, channelId, question);
    },
    async thumbnail(tenantId, { channelId, spliceId, side: named }) {
      if ((await channels.find(tenantId, channelId)) === undefined)
        throw domainError('CHANNEL_NOT_FOUND');
      const side = spliceSides.find((known) => known === named);
      const isKey = side !== undefined && manifestKey.safeParse(spliceId).success;
      const picture = isKey
        ? await splices.picture(tenantId, channelId, spliceId, side)
        : undefined;
      if (picture === undefined) throw domainError('THUMBNAIL_NOT_FOUND');
      return picture;
    },
    incidents: (tenantId) => monitoring.incidents(tenantId),
    health: (tenantId, ids) => {
      const wanted = ids.split(',').filter((id) => id !== '');
      return monitoring.health(tenantId, [...new Set(wanted)].slice(0, maxHealthChannels));
    },
    async channelHealth(tenantId, channelId) {
      await checkLive(tenantId, channelId);
      const [[now], history] = await Promise.all([
        monitoring.health(tenantId, [channelId]),
        monitoring.history(tenantId, channelId),
      ]);
      if (now === undefined) throw domainError('CHANNEL_NOT_FOUND');
      return { ...now, history };
    },
  };
}
