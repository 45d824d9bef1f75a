/** The retention of rows. Each purge deletes by time alone: repeated and concurrent runs are harmless. */
import {
  createAdRequestTurnStore,
  createAnnotationStore,
  createAuditLogStore,
  createBreakRecordStore,
  createDeliveryQueue,
  createEventClaimStore,
  createIdempotencyStore,
  createInvitationStore,
  createKnownClientStore,
  createLimitStore,
  createLoginSessionStore,
  createMailStore,
  createOidcStore,
  createOneTimeTokenStore,
  createRateLimitStore,
  createReconciliationStore,
  createRollupStore,
  createSecondFactorStepStore,
  createSessionEntryStore,
  createSessionPlanStore,
  createShareLinkStore,
  createSourceReadingStore,
  createSourceSnapshotStore,
  type Database,
  purgeJobs,
} from '@interlude/persistence';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Retention times, milliseconds. */
export const retention = {
  /** Rollups of minutes; the watched time of each is kept with its hour. */
  minutesMs: 48 * hourMs,
  /** Rollups of hours, which become days. */
  hoursMs: 90 * dayMs,
  /** Rollups of days, sketches of viewers, and marks of their charts: 26 months. */
  daysMs: 791 * dayMs,
  /** Ids of counted batches; older batches are refused. */
  ledgerMs: 14 * dayMs,
  mailsMs: 30 * dayMs,
  /** Deliveries of notifications with their attempts. */
  deliveriesMs: 7 * dayMs,
  /** Expired invitations, which Admins see until then. */
  invitationsMs: 30 * dayMs,
  /** Stages of sessions in breaks. */
  breakRecordsMs: dayMs,
  /** Decisions, plans and events of playback sessions: outputs reach back for an hour at most, and players may pause. */
  sessionEntriesMs: 8 * hourMs,
  /** Snapshots of live sources; a stitcher continues from none older than ten minutes. */
  sourceSnapshotsMs: hourMs,
  /** Answers of live sources of which no stitcher puts others: else the last minutes are kept. */
  sourceReadingsMs: hourMs,
  /** Sums of single breaks; those of days are kept. */
  breakFactsMs: 35 * dayMs,
  /** Comparisons with files of ad servers. */
  reconciliationsMs: 90 * dayMs,
  /** Files of ad servers that were never compared. */
  reconciliationFilesMs: 7 * dayMs,
  /** Peaks of sessions and warnings of limits: terms of two years, and one to compare. */
  limitsMs: 1_100 * dayMs,
  /** Messages of the payment provider; it repeats one for three days. */
  paymentEventsMs: 40 * dayMs,
  /** Networks from which a user has signed in. */
  knownClientsMs: 90 * dayMs,
} as const;

/** Kind → rows removed. */
export type PurgeResult = Readonly<Record<string, number>>;

/** @param days of JOB_RETENTION_DAYS and AUDIT_RETENTION_DAYS */
export async function purgeExpired(
  database: Database,
  nowMs: number,
  days: { readonly jobRetentionDays: number; readonly auditRetentionDays: number },
): Promise<PurgeResult> {
  const rollups = await createRollupStore(database).purge({
    minutesMs: nowMs - retention.minutesMs,
    hoursMs: nowMs - retention.hoursMs,
    daysMs: nowMs - retention.daysMs,
    ledgerMs: nowMs - retention.ledgerMs,
  });
  const breaks = await createBreakRecordStore(database).purge({
    recordsMs: nowMs - retention.breakRecordsMs,
    factsMs: nowMs - retention.breakFactsMs,
  });
  return {
    identity: await createOidcStore(database).purge(),
    loginSessions: await createLoginSessionStore(database).purge(),
    secondFactorSteps: await createSecondFactorStepStore(database).purge(),
    tokens: await createOneTimeTokenStore(database).purge(),
    rateLimits: await createRateLimitStore(database).purge(),
    idempotencyKeys: await createIdempotencyStore(database).purge(nowMs - dayMs),
    invitations: await createInvitationStore(database).purge(nowMs - retention.invitationsMs),
    knownClients: await createKnownClientStore(database).purge(nowMs - retention.knownClientsMs),
    mails: await createMailStore(database).purge(nowMs - retention.mailsMs),
    deliveries: await createDeliveryQueue(database).purge(nowMs - retention.deliveriesMs),
    jobs: await purgeJobs(database, nowMs - days.jobRetentionDays * dayMs),
    auditLog: await createAuditLogStore(database).purge(nowMs - days.auditRetentionDays * dayMs),
    minutes: rollups.minuteRows,
    hours: rollups.hourRows,
    days: rollups.dayRows,
    daySums: rollups.sumRows,
    sketches: rollups.sketchRows,
    unitedSketches: rollups.unitedSketches,
    ledger: rollups.ledgerRows,
    terms: rollups.termRows,
    reconciliations: await createReconciliationStore(database).purge({
      resultsMs: nowMs - retention.reconciliationsMs,
      filesMs: nowMs - retention.reconciliationFilesMs,
    }),
    shareLinks: await createShareLinkStore(database).purge(nowMs),
    annotations: await createAnnotationStore(database).purge(nowMs - retention.daysMs),
    limits: await createLimitStore(database).purge({
      peaksMs: nowMs - retention.limitsMs,
      eventsMs: nowMs - retention.paymentEventsMs,
    }),
    sessionEntries: await createSessionEntryStore(database).purge(
      nowMs - retention.sessionEntriesMs,
    ),
    sessionPlans: await createSessionPlanStore(database).purge(nowMs - retention.sessionEntriesMs),
    eventClaims: await createEventClaimStore(database).purge(nowMs - retention.sessionEntriesMs),
    adRequestTurns: await createAdRequestTurnStore(database).purge(
      nowMs - retention.sessionEntriesMs,
    ),
    sourceSnapshots: await createSourceSnapshotStore(database).purge(
      nowMs - retention.sourceSnapshotsMs,
    ),
    sourceReadings: await createSourceReadingStore(database).purge(
      nowMs - retention.sourceReadingsMs,
    ),
    breakRecords: breaks.records,
    breaks: breaks.breaks,
  };
}
