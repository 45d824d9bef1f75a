/** Egress grants: a SuperAdmin opens entries of EGRESS_ALLOW to companies. */
import type { EgressGrant } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { EgressGrantStore } from '@interlude/persistence';
import { allOffered, allowEntryProblem, isCovered } from '@interlude/runtime';
import { invalidFields } from '../../http/field-errors.ts';

export interface EgressGrantServiceOptions {
  readonly grants: EgressGrantStore;
  /** EGRESS_ALLOW. */
  readonly offered: readonly string[];
}

export interface EgressGrantService {
  read(): Promise<{ offered: string[]; grants: EgressGrant[] }>;
  /** @throws {DomainError} TENANT_NOT_FOUND, INVALID_FIELDS */
  update(tenant: string, entries: readonly string[]): Promise<EgressGrant>;
}

function problemOf(entry: string, offered: readonly string[]): string | undefined {
  if (entry === allOffered) return undefined;
  const problem = allowEntryProblem(entry);
  if (problem !== undefined) return `This is no host, host:port or CIDR range: ${entry}`;
  return isCovered(entry, offered)
    ? undefined
    : `EGRESS_ALLOW does not list ${entry}. The operator adds it there first.`;
}

export function createEgressGrantService({
  grants,
  offered,
}: EgressGrantServiceOptions): EgressGrantService {
  return {
    read: async () => ({ offered: [...offered], grants: await grants.list() }),
    update: async (tenant, given) => {
      const entries = [...new Set(given)];
      const problems = entries.flatMap((entry, index) => {
        const problem = problemOf(entry, offered);
        return problem === undefined ? [] : [[`entries.${index}`, problem] as const];
      });
      if (problems.length > 0) throw invalidFields(Object.fromEntries(problems));
      const grant = await grants.set(tenant, entries);
      if (grant === undefined) throw domainError('TENANT_NOT_FOUND');
      return grant;
    },
  };
}
