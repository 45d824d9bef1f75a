/** Job queue for producers: control plane and stitcher. */
import {
  type ChannelAssetAnswer,
  type ChannelAssetRequest,
  listAssetStates,
  requestChannelAsset,
} from '../channel-assets/request-channel-asset.ts';
import type { Database } from '../database.ts';
import { insertJob, type NewJob, type StartedJob } from './start-job.ts';

export interface JobQueue {
  /** Starts a job of any workflow, such as the analysis of an upload. A worker begins it within a second. */
  startJob(request: NewJob & { readonly tenantId: string }): Promise<StartedJob>;
  /** Requests a creative in a conditioning profile; any number of concurrent requests makes one job at most. */
  requestChannelAsset(request: ChannelAssetRequest): Promise<ChannelAssetAnswer>;
  /** State of creatives, in the order of the requests; starts no job. Undefined when not requested yet. */
  listAssetStates(
    tenantId: string,
    requests: readonly Pick<ChannelAssetRequest, 'clipId' | 'profile'>[],
  ): Promise<(ChannelAssetAnswer | undefined)[]>;
}

/**
 * Starts jobs, and requests channel assets in one transaction with the job that makes them.
 * @returns the queue of one database
 * @see ADR 0022
 */
export function createJobQueue(database: Database): JobQueue {
  return {
    startJob: ({ tenantId, ...job }) =>
      database.forTenant(tenantId, (scope) => insertJob(scope, job)),
    requestChannelAsset: (request) => requestChannelAsset(database, request),
    listAssetStates: (...request) => listAssetStates(database, ...request),
  };
}
