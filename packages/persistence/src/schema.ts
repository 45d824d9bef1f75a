/** The tables as Kysely sees them; migrations/ is what they are. jsonb is written as text. */
import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Json = ColumnType<unknown, string, string>;
type DefaultedJson = ColumnType<unknown, string | undefined, string>;

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

/** In a tenant scope `tenant_id` fills itself; across tenants it must be given. */
interface OfTenant {
  tenant_id: Generated<string>;
}

export interface MembershipsTable extends OfTenant {
  user_id: string;
  role: string | null;
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
  created_at: Instant;
  updated_at: Instant;
}

export interface NotificationsTable extends OfTenant {
  id: string;
  user_id: string | null;
  status: Generated<string>;
  topic: string;
  content: string;
  created_at: Instant;
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
  state: string;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  sent_at: OptionalInstant;
}

export interface TermsTable extends OfTenant {
  kind: number;
  id: Generated<number>;
  ext: string;
}

export interface RollupTable extends OfTenant {
  dim: number;
  channel: number;
  bucket: number;
  campaign: number;
  val: number;
  session_starts: number;
  impressions: number;
  completes: number;
  view_ms: number;
}

export interface SketchTable extends OfTenant {
  dim: number;
  channel: number;
  day: number;
  val: number;
  writer: string;
  sketch: Buffer;
}

export interface UsageTable extends OfTenant {
  day: number;
  ad_events: number;
}

export interface NewestEventsTable extends OfTenant {
  at: Instant;
}

export interface BatchesTable {
  writer: string;
  seq: number;
  at: Instant;
}

export interface BatchWritersTable {
  writer: string;
  purged_through: number;
}

export interface RowCountsTable extends OfTenant {
  kind: string;
  shard: number;
  total: number;
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

export interface Schema {
  cluster_channels: ClusterChannelsTable;
  cluster_pushes: ClusterPushesTable;
  tenants: TenantsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  channels: ChannelsTable;
  scheduled_breaks: ScheduledBreaksTable;
  notifications: NotificationsTable;
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
  mails: MailsTable;
  terms: TermsTable;
  rollups_minute: RollupTable;
  rollups_hour: RollupTable;
  viewer_sketches: SketchTable;
  usage: UsageTable;
  newest_events: NewestEventsTable;
  row_counts: RowCountsTable;
  batches: BatchesTable;
  batch_writers: BatchWritersTable;
}
