/** Tables as Kysely types; the migrations define them. Values of jsonb columns are written as text. */
import type { ColumnType, Generated } from 'kysely';
import type { BillingTables } from './schema/billing-tables.ts';
import type {
  DefaultedJson,
  Instant,
  Json,
  OfTenant,
  Optional,
  OptionalInstant,
  OptionalJson,
} from './schema/columns.ts';
import type {
  ArchivedSegmentsTable,
  BatchesTable,
  BatchWritersTable,
  BreakDemandTable,
  BreakFactsTable,
  BreakLossesTable,
  BreakRecordsTable,
  CompanyErasuresTable,
  DaySumsTable,
  DaySumZonesTable,
  EventFilesTable,
  NewestEventsTable,
  ReportSettingsTable,
  RollupTable,
  RowCountsTable,
  SketchChangesTable,
  SketchTable,
  StreamSubscribersTable,
  TermDaysTable,
  TermsTable,
  UsageTable,
  ViewerMinutesTable,
} from './schema/counting-tables.ts';
import type {
  ChannelHealthSpansTable,
  ChannelHealthTable,
  MonitoringChunksTable,
  MonitoringFindingsTable,
  MonitoringManifestsTable,
  MonitoringSplicesTable,
  MonitorLeasesTable,
  MonitorsTable,
} from './schema/monitoring-tables.ts';
import type {
  CompanySessionsTable,
  LoginSessionGrantsTable,
  LoginSessionsTable,
  RecoveryCodesTable,
  SecondFactorStepsTable,
  SecondFactorsTable,
} from './schema/people-tables.ts';
import type {
  AnnotationsTable,
  MailPicturesTable,
  PastIncidentsTable,
  ReconciliationsTable,
  ReportMailRecipientsTable,
  ReportMailsTable,
  SavedViewsTable,
  ShareLinksTable,
} from './schema/report-page-tables.ts';
import type {
  AdRequestTurnsTable,
  CreativeSnapshotsTable,
  EventClaimsTable,
  SessionEntriesTable,
  SessionPlansTable,
  SourceReadingsTable,
  SourceSnapshotsTable,
} from './schema/session-tables.ts';

export interface TenantsTable {
  id: string;
  name: string;
  api_key_hash: Generated<string>;
  tier: Generated<string>;
  expires_at: OptionalInstant;
  payment_contact_email: Generated<string>;
  stripe_payment_method: Generated<string>;
  stripe_customer_id: Generated<string>;
  stripe_subscription_id: Generated<string>;
  demo_made: Generated<boolean>;
  shipped: Generated<boolean>;
  egress_allow: Generated<string[]>;
  second_factor_required: Generated<boolean>;
  language: Generated<string>;
  created_at: Instant;
}

export interface UsersTable {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  nickname: Generated<string>;
  picture: Generated<string>;
  password_hash: string | null;
  blocked: Generated<boolean>;
  token_epoch: Generated<number>;
  language: Optional<string>;
  created_at: Instant;
  last_login: OptionalInstant;
  last_password_reset: OptionalInstant;
}

export interface InvitationsTable extends OfTenant {
  id: string;
  email: string;
  role: string;
  invited_by: string;
  token_hash: string;
  expires_at: Instant;
  created_at: Instant;
}

/** In a tenant scope the database fills `tenant_id`; across tenants it must be given. */
export interface MembershipsTable extends OfTenant {
  user_id: string;
  role: string | null;
  role_claimed_at: OptionalInstant;
  app_metadata: DefaultedJson;
  created_at: Instant;
}

export interface ChannelsTable extends OfTenant {
  id: string;
  name: string;
  type: string;
  state: string;
  settings: Json;
  shape: string;
  sealed: DefaultedJson;
  reset_count: Generated<number>;
  editors: Generated<string[]>;
  created_at: Instant;
  updated_at: Instant;
}

export interface NotificationsTable extends OfTenant {
  id: string;
  user_id: string | null;
  status: Generated<string>;
  topic: string;
  content: string;
  sentence: OptionalJson;
  copy_of: Optional<string>;
  created_at: Instant;
}

export interface UserSubscriptionsTable extends OfTenant {
  id: string;
  user_id: string;
  place: number;
  topic: string;
  channel: string;
  listen_to: string;
  webhook_url: Generated<string>;
  webhook_method: Generated<string>;
  sealed: DefaultedJson;
  failing_since: OptionalInstant;
  off_at: OptionalInstant;
  off_reason: Generated<string>;
  dropped: Generated<number>;
  created_at: Instant;
}

export interface DeliveriesTable extends OfTenant {
  id: string;
  subscription_id: string;
  user_id: string;
  channel: string;
  topic: string;
  content: string;
  sentence: OptionalJson;
  path: Generated<string>;
  state: Generated<string>;
  due_at: Instant;
  claimed_until: ColumnType<Date, Date | undefined, Date>;
  attempts: Generated<number>;
  failures: Generated<number>;
  mail_id: Generated<string>;
  error: Generated<string>;
  created_at: Instant;
  ended_at: OptionalInstant;
}

export interface DeliveryAttemptsTable extends OfTenant {
  delivery_id: string;
  number: number;
  at: Instant;
  duration_ms: Optional<number>;
  request: DefaultedJson;
  status: Optional<number>;
  answer: DefaultedJson;
  error: Generated<string>;
}

export interface JobsTable extends OfTenant {
  id: string;
  name: string;
  status: string;
  progress: Generated<number>;
  started_at: OptionalInstant;
  ended_at: OptionalInstant;
  flow_id: Generated<string>;
  flow_name: Generated<string>;
  title_id: Generated<string>;
  attempts: Generated<number>;
  timeout_minutes: Generated<number>;
  attempt: Generated<number>;
  error: Generated<string>;
  error_code: Generated<string>;
  settings: DefaultedJson;
  tasks: DefaultedJson;
  input_media_ids: DefaultedJson;
  archived: Generated<boolean>;
  clip_id: Generated<string>;
  profile_hash: Generated<string>;
  editors: Generated<string[]>;
  created_at: Instant;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

export interface JobLogsTable extends OfTenant {
  job_id: string;
  id: Generated<number>;
  at: Instant;
  attempt: number;
  level: string;
  task: Generated<string>;
  text: string;
}

export interface TitlesTable extends OfTenant {
  id: string;
  name: string;
  type: string;
  state: Generated<string>;
  studio: Generated<string>;
  deliverer: Generated<string>;
  synopsis: Generated<string>;
  editors: Generated<string[]>;
  created_at: Instant;
  updated_at: Instant;
}

export interface MediasTable extends OfTenant {
  id: string;
  title_id: Generated<string>;
  name: string;
  type: string;
  content_type: Generated<string>;
  url: string;
  external_resource_id: Generated<string>;
  external_resource_type: Generated<string>;
  created_by_system_id: Generated<string>;
  ext: Generated<string>;
  storage_system_id: Generated<string>;
  storage_key: Generated<string>;
  size_bytes: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface SystemsTable extends OfTenant {
  id: string;
  name: string;
  type: string;
  category: string;
  settings: DefaultedJson;
  sealed: DefaultedJson;
  built_in: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
}

export interface FlowsTable extends OfTenant {
  id: string;
  name: string;
  attempts: number;
  timeout_minutes: number;
  task_templates: Json;
  created_at: Instant;
  updated_at: Instant;
}

export interface ChannelAssetsTable extends OfTenant {
  id: string;
  clip_id: string;
  profile_hash: string;
  title_id: string;
  job_id: string;
  hls_url: Generated<string>;
  dash_url: Generated<string>;
  storage_system_id: string;
  storage_key: string;
  size_bytes: number;
  duration_ms: number;
  created_at: Instant;
}

export interface UploadsTable extends OfTenant {
  id: string;
  user_id: string;
  channel_id: string;
  filename: string;
  size_bytes: number;
  total_chunks: number;
  /** int4multirange, as text: {[0,3),[7,8)} */
  received: Generated<string>;
  state: string;
  profile: DefaultedJson;
  channel_type: Generated<string>;
  http: Generated<boolean>;
  title_id: Generated<string>;
  media_id: Generated<string>;
  storage_system_id: Generated<string>;
  error_code: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
}

export interface MediaEgressTable extends OfTenant {
  hour: Instant;
  kind: string;
  bytes: number;
}

export interface PlaylistsTable extends OfTenant {
  id: string;
  name: string;
  type: string;
  status: string;
  start_date: OptionalInstant;
  loops: boolean;
  filler_url: string;
  contents: Json;
  created_at: Instant;
  updated_at: Instant;
}

export interface PlaylistSnapshotsTable extends OfTenant {
  playlist_id: string;
  playlist_updated_at: Instant;
  item_key: string;
  body: Json;
  made_at: Instant;
}

export interface InstallationSecretsTable {
  name: string;
  sealed: string;
  created_at: Instant;
}

export interface OidcTable {
  kind: string;
  id: string;
  payload: Json;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  expires_at: OptionalInstant;
  consumed_at: OptionalInstant;
}

export interface OneTimeTokensTable {
  token_hash: string;
  purpose: string;
  user_id: string;
  expires_at: Instant;
  created_at: Instant;
}

export interface RateLimitsTable {
  key: string;
  points: number;
  resets_at: Instant;
  not_before: OptionalInstant;
}

export interface KnownClientsTable {
  user_id: string;
  client: string;
  seen_at: Instant;
}

export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: Generated<string>;
  unsubscribe_url: Generated<string>;
  picture_set: Generated<string>;
  state: string;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  sent_at: OptionalInstant;
}

export interface SourceRefusalsTable extends OfTenant {
  channel_id: string;
  address: string;
  message: string;
  since: Instant;
  expires_at: OptionalInstant;
}

export interface ScheduledBreaksTable extends OfTenant {
  id: string;
  channel_id: string;
  external_id: Generated<string>;
  start_at: Instant;
  duration_ms: number;
  state: Generated<string>;
  created_at: Instant;
}

export interface ClusterChannelsTable extends OfTenant {
  id: string;
  version: number;
  state: string;
  settings: Json;
  shape: string;
  sealed: DefaultedJson;
  reset_count: Generated<number>;
  scheduled_breaks: DefaultedJson;
  created_at: Instant;
  updated_at: Instant;
}

export interface ClusterPushesTable extends OfTenant {
  channel_id: string;
  system_id: string;
  version: number;
  wanted: boolean;
  due_at: Instant;
  claimed_until: ColumnType<Date, Date | undefined, Date>;
  failures: Generated<number>;
  error_code: Generated<string>;
}

export interface AuditEntriesTable extends OfTenant {
  id: string;
  at: Instant;
  user_id: string;
  user_email: string;
  api_key: string;
  network: string;
  route: string;
  kind: string;
  target_id: string;
  target_name: string;
  action: string;
}

export interface AuditChangesTable extends OfTenant {
  entry_id: string;
  id: Generated<number>;
  at: Instant;
  kind: string;
  target_id: string;
  target_name: string;
  action: string;
  before: unknown;
  after: unknown;
}

export interface ApiKeysTable extends OfTenant {
  id: string;
  name: string;
  key_hash: string;
  role: string;
  scopes: string[];
  requests_per_minute: number;
  expires_at: OptionalInstant;
  last_used_at: OptionalInstant;
  created_by: string;
  created_at: Instant;
}

export interface IdempotentRequestsTable extends OfTenant {
  id: string;
  body_hash: string;
  status: Optional<number>;
  answer: Optional<Buffer>;
  created_at: Instant;
}

export interface Schema extends BillingTables {
  api_keys: ApiKeysTable;
  idempotent_requests: IdempotentRequestsTable;
  audit_entries: AuditEntriesTable;
  audit_changes: AuditChangesTable;
  cluster_channels: ClusterChannelsTable;
  cluster_pushes: ClusterPushesTable;
  tenants: TenantsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  channels: ChannelsTable;
  scheduled_breaks: ScheduledBreaksTable;
  notifications: NotificationsTable;
  user_subscriptions: UserSubscriptionsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  jobs: JobsTable;
  job_logs: JobLogsTable;
  titles: TitlesTable;
  medias: MediasTable;
  systems: SystemsTable;
  flows: FlowsTable;
  channel_assets: ChannelAssetsTable;
  uploads: UploadsTable;
  media_egress: MediaEgressTable;
  playlists: PlaylistsTable;
  playlist_snapshots: PlaylistSnapshotsTable;
  installation_secrets: InstallationSecretsTable;
  oidc: OidcTable;
  one_time_tokens: OneTimeTokensTable;
  rate_limits: RateLimitsTable;
  known_clients: KnownClientsTable;
  login_sessions: LoginSessionsTable;
  login_session_grants: LoginSessionGrantsTable;
  company_sessions: CompanySessionsTable;
  second_factors: SecondFactorsTable;
  second_factor_steps: SecondFactorStepsTable;
  recovery_codes: RecoveryCodesTable;
  mails: MailsTable;
  terms: TermsTable;
  term_days: TermDaysTable;
  rollups_minute: RollupTable;
  rollups_hour: RollupTable;
  rollups_day: RollupTable;
  day_sums: DaySumsTable;
  day_sum_zones: DaySumZonesTable;
  viewer_minutes: ViewerMinutesTable;
  report_settings: ReportSettingsTable;
  stream_subscribers: StreamSubscribersTable;
  reconciliations: ReconciliationsTable;
  saved_views: SavedViewsTable;
  report_mails: ReportMailsTable;
  report_mail_recipients: ReportMailRecipientsTable;
  mail_pictures: MailPicturesTable;
  share_links: ShareLinksTable;
  annotations: AnnotationsTable;
  past_incidents: PastIncidentsTable;
  viewer_sketches: SketchTable;
  viewer_sketch_changes: SketchChangesTable;
  usage: UsageTable;
  newest_events: NewestEventsTable;
  source_refusals: SourceRefusalsTable;
  break_facts: BreakFactsTable;
  break_losses: BreakLossesTable;
  break_demand: BreakDemandTable;
  break_records: BreakRecordsTable;
  session_entries: SessionEntriesTable;
  creative_snapshots: CreativeSnapshotsTable;
  session_plans: SessionPlansTable;
  event_claims: EventClaimsTable;
  ad_request_turns: AdRequestTurnsTable;
  source_snapshots: SourceSnapshotsTable;
  source_readings: SourceReadingsTable;
  row_counts: RowCountsTable;
  batches: BatchesTable;
  batch_writers: BatchWritersTable;
  event_files: EventFilesTable;
  archived_segments: ArchivedSegmentsTable;
  company_erasures: CompanyErasuresTable;
  monitor_leases: MonitorLeasesTable;
  monitors: MonitorsTable;
  channel_health: ChannelHealthTable;
  channel_health_spans: ChannelHealthSpansTable;
  monitoring_findings: MonitoringFindingsTable;
  monitoring_chunks: MonitoringChunksTable;
  monitoring_manifests: MonitoringManifestsTable;
  monitoring_splices: MonitoringSplicesTable;
}
