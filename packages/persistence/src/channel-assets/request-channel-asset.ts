/**
 * Requests a creative in a conditioning profile: it is ready, is being encoded, has failed too often, or gets a job.
 * One transaction under a lock of creative and profile, so that concurrent requests make one job.
 */
import { failedJobsLimit, flowNames } from '@interlude/contract';
import type { Database } from '../database.ts';
import { findFlowByName } from '../flows/flow-store.ts';
import { insertJob } from '../jobs/start-job.ts';
import type { TenantScope } from '../scope.ts';
import { type AssetForm, lockAssetForm, profileHashOf } from './asset-keys.ts';
import { findSource, findTitleOfClip, insertSource, insertTitle } from './asset-source.ts';
import { type StoredChannelAsset, toChannelAsset } from './channel-asset-store.ts';

export interface ChannelAssetRequest {
  readonly tenantId: string;
  /** Clip id of an ad; title id of a slate. */
  readonly clipId: string;
  /** A ConditioningProfile: only the properties on which the bytes depend. */
  readonly profile: object;
  /** Address of the source; undefined = the newest source media of the title. */
  readonly mediaUrl?: string | undefined;
  /** Name of a title that is created; empty = the clip id. */
  readonly name: string;
  /** Undefined = the type of the title, `ad` for a new one. */
  readonly titleType?: 'ad' | 'ad-slate' | undefined;
  /** The channel that requests it; empty = none. */
  readonly channelId?: string | undefined;
  /** Duration that the ad server declares, milliseconds; a file with another duration gets a finding. */
  readonly durationMs?: number | undefined;
  readonly workflowParams?: Readonly<Record<string, unknown>> | undefined;
  /** The user who requests it; undefined = the platform. */
  readonly by?: string | undefined;
}

export type ChannelAssetAnswer =
  | { readonly state: 'ready'; readonly asset: StoredChannelAsset }
  | { readonly state: 'encoding'; readonly jobId: string; readonly isNew: boolean }
  /** Three jobs have failed and are not archived. */
  | { readonly state: 'failed'; readonly jobIds: readonly string[] }
  | { readonly state: 'flow-missing'; readonly flowName: string }
  /** `mediaUrl` was not given, and the title has no source media. */
  | { readonly state: 'source-missing' };

async function findState(
  { db }: TenantScope,
  { clipId, profileHash }: AssetForm,
): Promise<ChannelAssetAnswer | undefined> {
  const asset = await db
    .selectFrom('channel_assets')
    .selectAll()
    .where('clip_id', '=', clipId)
    .where('profile_hash', '=', profileHash)
    .executeTakeFirst();
  if (asset !== undefined) return { state: 'ready', asset: toChannelAsset(asset) };
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'status'])
    .where('clip_id', '=', clipId)
    .where('profile_hash', '=', profileHash)
    .where((of) =>
      of.or([
        of('status', '=', 'running'),
        of.and([of('status', '=', 'failed'), of('archived', '=', false)]),
      ]),
    )
    .execute();
  const running = jobs.find(({ status }) => status === 'running');
  if (running !== undefined) return { state: 'encoding', jobId: running.id, isNew: false };
  if (jobs.length < failedJobsLimit) return undefined;
  return { state: 'failed', jobIds: jobs.map(({ id }) => id) };
}

async function requestInScope(
  scope: TenantScope,
  request: ChannelAssetRequest,
): Promise<ChannelAssetAnswer> {
  const { clipId, profile, mediaUrl } = request;
  const form: AssetForm = { clipId, profileHash: profileHashOf(profile) };
  await lockAssetForm(scope, form);
  const state = await findState(scope, form);
  if (state !== undefined) return state;

  const title = await findTitleOfClip(scope, request);
  const source = title.isNew ? undefined : await findSource(scope, title.id, mediaUrl);
  if (source === undefined && mediaUrl === undefined) return { state: 'source-missing' };
  const type = request.titleType ?? title.type;
  const flowName = type === 'ad-slate' ? flowNames.slate : flowNames.conditioning;
  // Checked before anything is written, so that an impossible request leaves no rows.
  if ((await findFlowByName(scope.db, flowName)) === undefined) {
    return { state: 'flow-missing', flowName };
  }
  const made = await insertJob(scope, {
    flowName,
    name: title.name,
    titleId: title.id,
    inputMediaIds: [source ?? (await insertSource(scope, title, mediaUrl ?? ''))],
    settings: {
      clipId,
      titleType: type,
      channelId: request.channelId ?? '',
      ...(request.durationMs !== undefined && { durationMs: request.durationMs }),
      profile,
      workflowParams: request.workflowParams ?? {},
    },
    ...form,
    by: request.by,
  });
  if (made.state === 'flow-missing') return made;
  if (title.isNew) await insertTitle(scope, title);
  return { state: 'encoding', jobId: made.jobId, isNew: true };
}

/** @see requestChannelAsset of `JobQueue` */
export function requestChannelAsset(
  database: Database,
  request: ChannelAssetRequest,
): Promise<ChannelAssetAnswer> {
  return database.forTenant(request.tenantId, (scope) => requestInScope(scope, request));
}

/** State of each requested creative, without a new request: in the order of `requests`; undefined without a job. */
export function listAssetStates(
  database: Database,
  tenantId: string,
  requests: readonly Pick<ChannelAssetRequest, 'clipId' | 'profile'>[],
): Promise<(ChannelAssetAnswer | undefined)[]> {
  return database.forTenant(tenantId, async (scope) => {
    const states: (ChannelAssetAnswer | undefined)[] = [];
    for (const { clipId, profile } of requests) {
      states.push(await findState(scope, { clipId, profileHash: profileHashOf(profile) }));
    }
    return states;
  });
}
