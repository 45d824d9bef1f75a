/** Analysis of sources before a channel plays them: their kind, and the breaks that given settings find. */
import {
  channelSettings,
  type SourceAnalysis,
  type SourceAnalysisRequest,
  type SourceBreaks,
  type SourceBreaksRequest,
  type Tenant,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore } from '@interlude/persistence';
import type { SourceBudget, SourceBudgets, TenantEgresses } from '@interlude/runtime';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import type { Caller } from '../../http/call.ts';
import { presentBreaks } from './breaks/present-breaks.ts';
import { createSourceFetch } from './fetch-source.ts';
import { presentAnalysis } from './present-analysis.ts';
import { type FoundDash, type FoundHls, type FoundSource, readSource } from './read-source.ts';
import { findChannel, type RequestedSource, sourceAccess } from './source-access.ts';
import { type SourceError, SourceProblem, sourceError } from './source-problem.ts';

export interface SourceServiceOptions {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly egress: TenantEgresses;
  readonly rateLimits: Pick<RateLimits, 'take'>;
  readonly budgets: Pick<SourceBudgets, 'look'>;
  readonly tierOf: (tenantId: string) => Promise<Tenant['tier']>;
  readonly now: () => number;
}

export interface SourceService {
  analyse(caller: Caller, request: SourceAnalysisRequest): Promise<SourceAnalysis>;
  findBreaks(caller: Caller, request: SourceBreaksRequest): Promise<SourceBreaks>;
}

/** Settings of a channel that is not saved yet. */
const newChannel = channelSettings.parse({
  name: 'new',
  sourceManifestUrl: 'http://source.invalid',
});
/** Analyses per user. */
const limit = { points: 30, windowMs: 60_000 };

/** Faults of the source are answers; all others are errors. */
async function orProblem<T>(work: () => Promise<T>, answer: (error: SourceError) => T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reported = sourceError(error);
    if (reported === undefined) throw error;
    return answer(reported);
  }
}

function requireLadder(found: FoundSource): FoundHls | FoundDash {
  if (found.kind !== 'media') return found;
  throw new SourceProblem('NO_MASTER_MANIFEST', 'Please provide a master manifest.');
}

export function createSourceService(options: SourceServiceOptions): SourceService {
  const { channels, rateLimits, budgets, tierOf, now } = options;

  async function takeTurn({ userId }: Caller): Promise<void> {
    const waitMs = await rateLimits.take(`sourceAnalysis:${userId}`, limit);
    if (waitMs > 0) {
      throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    }
  }

  /** @throws {DomainError} for an invalid request; faults of the source are answered */
  async function open(caller: Caller, request: RequestedSource) {
    await takeTurn(caller);
    const channel = await findChannel(channels, caller.tenantId, request.channelId);
    const egress = options.egress.forTenant(caller.tenantId);
    const access = sourceAccess(request, channel, egress);
    const { tenantId } = caller;
    /** Within the budgets of the company. */
    const read = async <Made>(present: (found: FoundSource) => Made): Promise<Made> => {
      const owner = { tenantId, tier: await tierOf(tenantId) };
      return budgets.look(owner, async (budget: SourceBudget) => {
        const fetch = createSourceFetch(egress, access, budget.documentBytes);
        const reader = { fetch, budget, nowMs: now() };
        const found = await readSource(reader, access.sourceManifestUrl);
        return budget.work(budget.size, () => present(found));
      });
    };
    return { channel, read };
  }

  return {
    analyse: async (caller, request) => {
      const { channel, read } = await open(caller, request);
      const own = channel ?? newChannel;
      return orProblem(
        () =>
          read((found) => presentAnalysis(requireLadder(found), { ...request, own, nowMs: now() })),
        (error) => ({ warnings: [], error }),
      );
    },
    findBreaks: async (caller, request) => {
      const { read } = await open(caller, request);
      return orProblem(
        () => read((found) => presentBreaks(found, request, now())),
        (error) => ({ windowSeconds: 0, breaks: [], ignored: [], warnings: [], error }),
      );
    },
  };
}
