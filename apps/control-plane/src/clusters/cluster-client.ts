/**
 * Client of the channel API of another installation's stitcher. Its failures map to a few errors that name the cause for
 * an operator (CHE-044 to CHE-046); details are only logged.
 */
import {
  type ClusterChannel,
  type ClusterChannelAnswer,
  clusterChannelAnswer,
  clusterChannelsPath,
} from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { Cluster } from '@interlude/persistence';
import type { TenantEgresses } from '@interlude/runtime';

export type ReachedCluster = Pick<Cluster, 'tenantId' | 'baseUrl' | 'apiToken'>;

export interface ClusterClient {
  /** @throws {DomainError} CLUSTER_… */
  put(cluster: ReachedCluster, id: string, channel: ClusterChannel): Promise<void>;
  /** Succeeds, too, when the cluster does not have the channel. @throws {DomainError} CLUSTER_… */
  remove(cluster: ReachedCluster, id: string, version: number): Promise<void>;
  /** @throws {DomainError} CLUSTER_…; CHANNEL_NOT_FOUND when it was not pushed yet */
  read(cluster: ReachedCluster, id: string): Promise<ClusterChannelAnswer>;
}

/** A save waits for the answer. */
const timeoutMs = 5_000;
const maxBytes = 64 * 1024;
const maxReason = 300;
const downText = /no server is available to handle this request/i;

interface ErrorAnswer {
  readonly errorCode?: unknown;
  readonly message?: unknown;
}

function errorIn(text: string): ErrorAnswer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Text of the other side, cut to one short line. */
function reasonOf({ message }: ErrorAnswer, status: number): string {
  const line = typeof message === 'string' ? message.replace(/\p{Cc}+/gu, ' ').trim() : '';
  return line === '' ? `it answered ${status}` : line.slice(0, maxReason);
}

/** Undefined below status 300. */
function faultOf(status: number, text: string): DomainError {
  if (status === 401 || status === 403) return domainError('CLUSTER_UNAUTHORIZED');
  if (status >= 500 || downText.test(text)) return domainError('CLUSTER_UNAVAILABLE');
  const answer = errorIn(text);
  if (answer.errorCode === 'CHANNEL_NOT_FOUND') return domainError('CHANNEL_NOT_FOUND');
  if ([400, 409, 413, 422].includes(status)) {
    return domainError('CLUSTER_REFUSED', { reason: reasonOf(answer, status) });
  }
  // The address answers, but it is no channel API.
  return domainError('CLUSTER_UNREACHABLE');
}

/** Tokens that a header can carry; any other cannot be valid. */
const sendable = /^[\x21-\x7e]+$/;

export function createClusterClient(egress: TenantEgresses): ClusterClient {
  async function call(
    { tenantId, baseUrl, apiToken }: ReachedCluster,
    method: 'PUT' | 'GET' | 'DELETE',
    path: string,
    body?: string,
  ): Promise<string> {
    if (apiToken !== '' && !sendable.test(apiToken)) throw domainError('CLUSTER_UNAUTHORIZED');
    const request = {
      url: `${baseUrl}${clusterChannelsPath}${path}`,
      method,
      headers: {
        accept: 'application/json',
        ...(apiToken !== '' && { authorization: `Bearer ${apiToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      timeoutMs,
      maxBytes,
      // The token must not follow a redirect.
      maxRedirects: 0,
    };
    const { status, body: answer } = await egress
      .forTenant(tenantId)
      .request(request)
      .catch((error: unknown) => {
        throw error instanceof DomainError ? domainError('CLUSTER_UNREACHABLE', {}, error) : error;
      });
    const text = answer.toString('utf8');
    if (status < 200 || status >= 300) throw faultOf(status, text);
    return text;
  }

  return {
    put: async (cluster, id, channel) => {
      await call(cluster, 'PUT', encodeURIComponent(id), JSON.stringify(channel));
    },
    remove: async (cluster, id, version) => {
      await call(cluster, 'DELETE', `${encodeURIComponent(id)}?version=${version}`);
    },
    read: async (cluster, id) => {
      const text = await call(cluster, 'GET', encodeURIComponent(id));
      const parsed = clusterChannelAnswer.safeParse(errorIn(text));
      if (!parsed.success) throw domainError('CLUSTER_UNREACHABLE');
      return parsed.data;
    },
  };
}
