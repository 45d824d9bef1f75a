/** Stream subscribers, and the number of concurrent streams that they may read. */
import {
  type ConcurrentStreams,
  concurrentStreamsVersion,
  type StreamSubscriber,
  streamSubscriberLimits,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type {
  ReportSettingsStore,
  StreamSubscriberStore,
  TenantStore,
} from '@interlude/persistence';
import { localDayOf, startOfLocalDay } from '@interlude/reporting';
import { randomToken } from '@interlude/runtime';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';

export interface StreamSubscriberServiceOptions {
  readonly subscribers: StreamSubscriberStore;
  readonly settings: Pick<ReportSettingsStore, 'read'>;
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly rateLimits: RateLimits;
  readonly now: () => number;
}

export interface StreamSubscriberService {
  list(tenantId: string): Promise<StreamSubscriber[]>;
  /** @throws {DomainError} STREAM_SUBSCRIBERS_TOO_MANY */
  create(tenantId: string, name: string): Promise<StreamSubscriber & { readonly key: string }>;
  /** @throws {DomainError} STREAM_SUBSCRIBER_NOT_FOUND */
  remove(tenantId: string, id: string): Promise<void>;
  /**
   * @param network by which wrong keys are counted
   * @throws {DomainError} STREAM_KEY_INVALID, TOO_MANY_REQUESTS, REQUEST_INVALID
   */
  concurrentStreams(
    { key, network }: { readonly key: string; readonly network: string },
    query: { readonly version: string; readonly sdp?: string | undefined },
  ): Promise<ConcurrentStreams>;
}

/** So that a key is recognised where it is found. */
const keyPrefix = 'leap_';
const minuteMs = 60_000;
const major = `${concurrentStreamsVersion.split('.')[0]}.`;

export function createStreamSubscriberService(
  options: StreamSubscriberServiceOptions,
): StreamSubscriberService {
  const { subscribers, settings, tenants, rateLimits, now } = options;
  const { subscribers: most, requestsAMinute } = streamSubscriberLimits;

  async function authorised(key: string, network: string): Promise<string> {
    const found = key.startsWith(keyPrefix) ? await subscribers.find(key) : undefined;
    if (!found) {
      await takeOrThrow(rateLimits, 'streamKeyIp', [network]);
      throw domainError('STREAM_KEY_INVALID');
    }
    const limit = { points: requestsAMinute, windowMs: minuteMs };
    const waitMs = await rateLimits.take(`concurrentStreams:${found.id}`, limit);
    if (waitMs > 0) {
      throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    }
    return found.tenantId;
  }

  return {
    list: (tenantId) => subscribers.list(tenantId),
    create: async (tenantId, name) => {
      const key = keyPrefix + randomToken();
      const made = await subscribers.create(tenantId, { name, key }, most);
      if (!made) throw domainError('STREAM_SUBSCRIBERS_TOO_MANY', { most });
      return { ...made, key };
    },
    remove: async (tenantId, id) => {
      if (!(await subscribers.remove(tenantId, id)))
        throw domainError('STREAM_SUBSCRIBER_NOT_FOUND');
    },
    concurrentStreams: async ({ key, network }, { version, sdp }) => {
      const tenantId = await authorised(key, network);
      if (!`${version}.`.startsWith(major)) {
        const reason = `version: ${concurrentStreamsVersion} is answered`;
        throw domainError('REQUEST_INVALID', { reason });
      }
      const [tenant, { timeZone }, channels] = await Promise.all([
        tenants.find(tenantId),
        settings.read(tenantId),
        subscribers.liveChannels(tenantId),
      ]);
      const timestamp = now();
      const name = tenant?.name ?? '';
      const isAsked = sdp === undefined || [tenantId, name].includes(sdp);
      const day = localDayOf(timestamp, timeZone);
      const event = {
        eventstart: startOfLocalDay(day, timeZone),
        eventend: startOfLocalDay(day + 1, timeZone),
      };
      const mediastreams = channels.map(({ id, name: title, viewers }) => ({
        content: { id, title, live: 1 as const, channel: { id, name: title } },
        ...event,
        streamcount: [{ sstreams: viewers }],
      }));
      return {
        version: concurrentStreamsVersion,
        timestamp,
        streamsdata: isAsked ? [{ sdp: name, mediastreams }] : [],
      };
    },
  };
}
