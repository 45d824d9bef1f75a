/** The retention of rows. Each purge deletes by time alone: repeated and concurrent runs are harmless. */
import {
  createInvitationStore,
  createKnownClientStore,
  createMailStore,
  createOidcStore,
  createOneTimeTokenStore,
  createRateLimitStore,
  createRollupStore,
  type Database,
  purgeJobs,
} from '@interlude/persistence';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Retention times, milliseconds. */
export const retention = {
  /** Rollups of minutes; those of hours are kept. */
  minutesMs: 48 * hourMs,
  /** Ids of counted batches; older batches are refused. */
  ledgerMs: 14 * dayMs,
  mailsMs: 30 * dayMs,
  /** Expired invitations, which Admins see until then. */
  invitationsMs: 30 * dayMs,
  /** Networks from which a user has signed in. */
  knownClientsMs: 90 * dayMs,
} as const;

/** Kind → rows removed. */
export type PurgeResult = Readonly<Record<string, number>>;

/** @param jobDays of JOB_RETENTION_DAYS */
export async function purgeExpired(
  database: Database,
  nowMs: number,
  jobDays: number,
): Promise<PurgeResult> {
  const rollups = await createRollupStore(database).purge({
    minutesMs: nowMs - retention.minutesMs,
    ledgerMs: nowMs - retention.ledgerMs,
  });
  return {
    identity: await createOidcStore(database).purge(),
    tokens: await createOneTimeTokenStore(database).purge(),
    rateLimits: await createRateLimitStore(database).purge(),
    invitations: await createInvitationStore(database).purge(nowMs - retention.invitationsMs),
    knownClients: await createKnownClientStore(database).purge(nowMs - retention.knownClientsMs),
    mails: await createMailStore(database).purge(nowMs - retention.mailsMs),
    jobs: await purgeJobs(database, nowMs - jobDays * dayMs),
    minutes: rollups.minuteRows,
    ledger: rollups.ledgerRows,
  };
}
