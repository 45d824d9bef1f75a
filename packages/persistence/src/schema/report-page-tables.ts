/** Tables of the pages of reports: saved views, share links, annotations. */
import type { Instant, Json, OfTenant, Optional, OptionalInstant } from './columns.ts';

export interface SavedViewsTable extends OfTenant {
  id: string;
  user_id: string | null;
  name: string;
  state: Json;
  created_by: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface ShareLinksTable extends OfTenant {
  id: string;
  user_id: string;
  token_hash: string;
  name: string;
  title: string;
  kind: string;
  query: Json;
  card: Optional<Buffer>;
  created_by: string;
  created_at: Instant;
  expires_at: Instant;
}

export interface AnnotationsTable extends OfTenant {
  id: string;
  at: Instant;
  ends_at: OptionalInstant;
  channel_id: Optional<string>;
  text: string;
  created_by: string;
  created_at: Instant;
}

export interface PastIncidentsTable extends OfTenant {
  id: string;
  began_at: Instant;
  ended_at: Instant;
  title: string;
  cause: string;
  channel_ids: string[];
}
