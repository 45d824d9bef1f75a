export {
  type AdRequestTurnStore,
  createAdRequestTurnStore,
  type TurnsGiven,
  type TurnsWanted,
} from './ad-request-turns/ad-request-turn-store.ts';
export {
  type AnnotationStore,
  createAnnotationStore,
} from './annotations/annotation-store.ts';
export {
  type ApiKeyStore,
  createApiKeyStore,
  type FoundApiKey,
  readSessionKeys,
  type SessionKey,
} from './api-keys/api-key-store.ts';
export {
  type AuditLogStore,
  type AuditQuery,
  createAuditLogStore,
} from './audit-log/audit-log-store.ts';
export { type AuditRequest, asAuditedRequest } from './audit-log/audit-request.ts';
export {
  createInstallationSecretStore,
  type InstallationSecretStore,
} from './auth/installation-secret-store.ts';
export { createKnownClientStore, type KnownClientStore } from './auth/known-client-store.ts';
export { createOidcStore, type OidcRow, type OidcStore } from './auth/oidc-store.ts';
export { createOneTimeTokenStore, type OneTimeTokenStore } from './auth/one-time-token-store.ts';
export { createRateLimitStore, type RateLimitStore } from './auth/rate-limit-store.ts';
export { type BackupTable, leftOutTables } from './backups/backup-tables.ts';
export { compareHistory, type History } from './backups/histories.ts';
export {
  type BackupSnapshot,
  type RemoteStorage,
  type RowsChecksum,
  RowsSum,
  withBackupSnapshot,
} from './backups/read-backup.ts';
export {
  type LoadTable,
  type RestoreConnection,
  type RestorePlan,
  type RestoreReport,
  withRestoreConnection,
} from './backups/restore-backup.ts';
export {
  type BillingAccount,
  currentSubscription,
  type StoredSubscription,
  type SubscriptionUpdate,
} from './billing/billing-account.ts';
export {
  type BillingStore,
  createBillingStore,
  type ReportedUsage,
  type StoredInvoice,
} from './billing/billing-store.ts';
export {
  type CompanyUse,
  createLimitStore,
  type LimitStore,
  type LimitWarning,
} from './billing/limit-store.ts';
export {
  type ChargedCompany,
  createUsageReportStore,
  type UsageReport,
  type UsageReportStore,
} from './billing/usage-report-store.ts';
export type { BreakFacts, StageRow } from './break-records/break-record-row.ts';
export {
  type BreakCursor,
  type BreakRecordStore,
  type BreakWithSessions,
  createBreakRecordStore,
  creativeKey,
  type RecordToWrite,
  serverKey,
} from './break-records/break-record-store.ts';
export { type Change, watchChanges } from './changes/change-feed.ts';
export { clipHashOf, profileHashOf } from './channel-assets/asset-keys.ts';
export {
  type ChannelAssetStore,
  createChannelAssetStore,
  type StoredChannelAsset,
} from './channel-assets/channel-asset-store.ts';
export type {
  ChannelAssetAnswer,
  ChannelAssetRequest,
} from './channel-assets/request-channel-asset.ts';
export type { StoredChannel } from './channels/channel-row.ts';
export { type ChannelStore, createChannelStore } from './channels/channel-store.ts';
export {
  type ChannelVersionStore,
  createChannelVersionStore,
} from './channels/channel-version-store.ts';
export {
  createScheduledBreakStore,
  type ScheduledBreakStore,
} from './channels/scheduled-break-store.ts';
export {
  createSourceRefusalStore,
  type RefusedSource,
  type SourceRefusalStore,
} from './channels/source-refusal-store.ts';
export {
  type ClusterChannelStore,
  createClusterChannelStore,
  type StoredClusterChannel,
} from './cluster-channels/cluster-channel-store.ts';
export {
  type ClusterPush,
  type ClusterPushOutcome,
  type ClusterPushStore,
  createClusterPushStore,
} from './cluster-channels/cluster-push-store.ts';
export {
  type Cluster,
  type ClusterStore,
  createClusterStore,
} from './cluster-channels/cluster-store.ts';
export {
  type CompanyErasure,
  type CompanyErasureStore,
  type Counts,
  createCompanyErasureStore,
} from './companies/company-erasure.ts';
export { type CompanyRows, readCompanyRows } from './companies/company-rows.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export {
  type AttemptOutcome,
  type ClaimedDelivery,
  createDeliveryQueue,
  type DeliveryOwner,
  type DeliveryQueue,
  type MailPlan,
  type OffNotice,
  type WaitingMails,
} from './deliveries/delivery-queue.ts';
export { createDeliveryStore, type DeliveryStore } from './deliveries/delivery-store.ts';
export {
  createEgressGrantStore,
  type EgressGrantStore,
  egressGrantsKind,
} from './egress-grants/egress-grant-store.ts';
export { withStartLock } from './embedded-postgres/start-lock.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres/supervisor.ts';
export {
  type ClaimedEvents,
  createEventClaimStore,
  type EventClaim,
  type EventClaimStore,
} from './event-claims/event-claim-store.ts';
export {
  createEventFileStore,
  type EventFileKey,
  type EventFileRow,
  type EventFileStore,
  type SegmentKey,
} from './event-files/event-file-store.ts';
export { runExclusively } from './exclusive/run-exclusively.ts';
export { createFlowStore, type FlowStore } from './flows/flow-store.ts';
export {
  createIdempotencyStore,
  type IdempotencyStore,
  type IdempotentAnswer,
} from './idempotency/idempotency-store.ts';
export { createInvitationStore, type InvitationStore } from './invitations/invitation-store.ts';
export { createJobQueue, type JobQueue } from './jobs/job-queue.ts';
export {
  createJobRunStore,
  type JobRun,
  type JobRunStore,
  type MadeAsset,
} from './jobs/job-runs.ts';
export { createJobStore, type JobChange, type JobStore } from './jobs/job-store.ts';
export { purgeJobs } from './jobs/purge-jobs.ts';
export type { NewJob, StartedJob } from './jobs/start-job.ts';
export { type CountedRows, createRowCounts, type RowCounts } from './lists/row-counts.ts';
export {
  createLoginSessionStore,
  type LiveSession,
  type LoginClient,
  type LoginSessionStore,
} from './login-sessions/login-session-store.ts';
export {
  createMailStore,
  type DeliveryOutcome,
  type MailPicture,
  type MailStore,
  type NewMail,
  type OutgoingMail,
} from './mails/mail-store.ts';
export {
  createMediaEgressStore,
  type MediaEgressKind,
  type MediaEgressStore,
  type ServedBytes,
} from './media-egress/media-egress-store.ts';
export { lockMediaFiles, sumFileBytes } from './medias/media-files.ts';
export type { StoredFile, StoredMedia } from './medias/media-row.ts';
export {
  createMediaStore,
  insertStoredMedia,
  type MediaStore,
  type NewStoredMedia,
  type RemovedMedias,
} from './medias/media-store.ts';
export { type AppliedMigration, readMigrations } from './migrations/migrate.ts';
export {
  createEvidenceStore,
  type EvidenceRange,
  type EvidenceStore,
  type KeptEvidence,
  type KeptText,
} from './monitoring/evidence-store.ts';
export {
  createMonitorLeaseStore,
  type LeasedChannel,
  type MonitorLeaseStore,
} from './monitoring/monitor-lease-store.ts';
export {
  createMonitoringStore,
  type MonitoringStore,
  type SeenTimeline,
} from './monitoring/monitoring-store.ts';
export {
  type ChannelFlush,
  createMonitoringWriter,
  type KeptBytes,
  type KeptManifest,
  type MonitoringNotice,
  type MonitoringWriter,
  type WrittenHealth,
} from './monitoring/monitoring-writer.ts';
export type { KeptSplice } from './monitoring/splice-rows.ts';
export {
  createSpliceStore,
  type SpliceQuestion,
  type SpliceStore,
  type SpliceWithPictures,
} from './monitoring/splice-store.ts';
export {
  decodeManifest,
  encodeManifest,
  type LaneEntry,
  type TimelineChunk,
} from './monitoring/timeline-chunk.ts';
export {
  type EmittedNotification,
  emitNotification,
  maxWaitingDeliveries,
} from './notifications/emit-notification.ts';
export {
  createNotificationStore,
  type NewNotification,
  type NotificationStore,
} from './notifications/notification-store.ts';
export { notifyOperators } from './notifications/notify-operators.ts';
export {
  createJobEngine,
  type JobEngine,
  type JobTicket,
  type LostJob,
} from './pg-boss/job-engine.ts';
export {
  createPlaylistSnapshotStore,
  type KeptSnapshot,
  type PlaylistSave,
  type PlaylistSnapshotStore,
} from './playlist-snapshots/playlist-snapshot-store.ts';
export type { StoredPlaylist } from './playlists/playlist-row.ts';
export { createPlaylistStore, type PlaylistStore } from './playlists/playlist-store.ts';
export type { DatabasePlace, PreparedDatabase, PrepareOptions } from './prepare-database.ts';
export {
  createReconciliationStore,
  type ReconciliationOutcome,
  type ReconciliationStore,
  type ReconciliationWork,
} from './reconciliations/reconciliation-store.ts';
export {
  createReportMailQueue,
  type ReportMailQueue,
  type ReportMailReader,
  type ReportMailRun,
  type ReportMailWork,
} from './report-mails/report-mail-queue.ts';
export {
  createReportMailStore,
  type ReportMailStore,
} from './report-mails/report-mail-store.ts';
export {
  createReportSettingsStore,
  defaultReportSettings,
  type ReportSettingsStore,
  type StoredReportSettings,
} from './reports/report-settings-store.ts';
export { createReportStore, type ReportStore } from './reports/report-store.ts';
export { ReportTooSlow } from './reports/timed-reading.ts';
export {
  type ComparedFigure,
  type RebuildOutcome,
  type RebuiltDay,
  rebuildDay,
} from './rollups/rebuild-rollups.ts';
export { isRefusedForGood } from './rollups/refusals.ts';
export {
  createRollupStore,
  type RollupStore,
  type RollupStoreOptions,
  type RollupSummary,
} from './rollups/rollup-store.ts';
export type { FoldedTerms } from './rollups/terms.ts';
export {
  createSavedViewStore,
  type SavedViewStore,
  type ViewOwner,
} from './saved-views/saved-view-store.ts';
export type { Schema } from './schema.ts';
export type { SystemScope, TenantScope } from './scope.ts';
export {
  createSecondFactorStepStore,
  type SecondFactorStepStore,
} from './second-factors/second-factor-step-store.ts';
export {
  createSecondFactorStore,
  type SecondFactorStore,
} from './second-factors/second-factor-store.ts';
export {
  type CreativeSnapshot,
  createSessionEntryStore,
  type SessionEntryStore,
  type StoredSessionEntry,
} from './session-entries/session-entry-store.ts';
export {
  createSessionPlanStore,
  type SessionPlanStore,
  type StoredSessionPlan,
} from './session-plans/session-plan-store.ts';
export {
  createShareLinkStore,
  type OpenedLink,
  type ShareLinkStore,
} from './share-links/share-link-store.ts';
export {
  createSourceReadingStore,
  type ReadingNotice,
  type SourceReadingStore,
  type StoredReading,
} from './source-readings/source-reading-store.ts';
export {
  createSourceSnapshotStore,
  type SourceSnapshotStore,
} from './source-snapshots/source-snapshot-store.ts';
export {
  createStitcherSessionStore,
  type OtherStitchers,
  type StitcherSessionStore,
} from './stitcher-sessions/stitcher-session-store.ts';
export {
  createStoredFileStore,
  type FilesInUse,
  type StoredFileStore,
} from './stored-files/stored-file-store.ts';
export {
  createStreamSubscriberStore,
  type LiveChannel,
  type StreamSubscriberStore,
} from './stream-subscribers/stream-subscriber-store.ts';
export type { StoredSystem } from './systems/system-row.ts';
export type { SystemSettings } from './systems/system-secrets.ts';
export { createSystemStore, type SystemStore } from './systems/system-store.ts';
export {
  createTenantStore,
  type NewTenant,
  readTenantTier,
  readTenantTiers,
  type TenantStore,
} from './tenants/tenant-store.ts';
export { createTitleStore, insertTitle, type TitleStore } from './titles/title-store.ts';
export type { NewSource, RegisteredSource } from './uploads/register-source.ts';
export { checkStorageQuota } from './uploads/storage-quota.ts';
export {
  type AddressedUploadEvent,
  notifyUploadEvent,
  watchUploadEvents,
} from './uploads/upload-events.ts';
export type { StoredUpload } from './uploads/upload-row.ts';
export { createUploadStore, type NewUpload, type UploadStore } from './uploads/upload-store.ts';
export {
  createUserSubscriptionStore,
  type UserSubscriptionStore,
} from './user-subscriptions/user-subscription-store.ts';
export {
  type Account,
  type AccountMembership,
  type AccountPlace,
  type AccountStore,
  createAccountStore,
  type NewAccount,
} from './users/account-store.ts';
export { type AppMetadataPatch, createUserStore, type UserStore } from './users/user-store.ts';
