/** Tables of login sessions and second factors. */
import type { Generated } from 'kysely';
import type { Instant, OfTenant, Optional, OptionalInstant } from './columns.ts';

export interface LoginSessionsTable {
  id: string;
  user_id: string;
  browser: string;
  network: string;
  provider_uid: Optional<string>;
  second_factor: Generated<boolean>;
  begun_at: Instant;
  last_used_at: Instant;
  expires_at: Instant;
}

export interface LoginSessionGrantsTable {
  grant_id: string;
  session_id: string;
}

export interface CompanySessionsTable extends OfTenant {
  session_id: string;
  user_id: string;
  browser: string;
  network: string;
  begun_at: Instant;
  last_used_at: Instant;
  ended_at: OptionalInstant;
}

export interface SecondFactorsTable {
  id: string;
  user_id: string;
  kind: string;
  name: string;
  sealed: Optional<string>;
  last_step: Optional<number>;
  credential_id: Optional<string>;
  public_key: Optional<string>;
  counter: Optional<number>;
  transports: Generated<string[]>;
  created_at: Instant;
  last_used_at: OptionalInstant;
}

export interface RecoveryCodesTable {
  user_id: string;
  hashes: string[];
  created_at: Instant;
}

export interface SecondFactorStepsTable {
  token_hash: string;
  purpose: string;
  user_id: string;
  sealed: string;
  attempts: Generated<number>;
  created_at: Instant;
  expires_at: Instant;
}
