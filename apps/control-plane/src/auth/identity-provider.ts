/**
 * The port behind which an identity provider stands: the embedded one, or any OIDC issuer named by
 * OIDC_ISSUER. The rest of the control plane knows nothing of either.
 */
import type { FastifyInstance } from 'fastify';
import type { VerifyToken } from '../http/authenticate.ts';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** The `aud` that access tokens must carry. */
  readonly audience: string;
  readonly external: boolean;
  /** @throws {DomainError} TOKEN_INVALID */
  readonly verify: VerifyToken;
  /** @throws {DomainError} REFRESH_REFUSED, FETCH_FAILED when an external provider does not answer */
  refresh(refreshToken: string): Promise<Tokens>;
  /**
   * Tokens for a user whose password was checked.
   * @throws {DomainError} LOGIN_EXTERNAL_ONLY
   */
  issue(userId: string, options: { rotation: boolean }): Promise<Tokens>;
  /** Ends all refresh tokens of a user: after a new password, a block, a removal. */
  revokeUser(userId: string): Promise<void>;
  /** Adds the provider's own routes; nothing for an external one. */
  mount(app: FastifyInstance): Promise<void>;
}

/** What a token or the userinfo of an account says; read from the database when it is issued. */
export interface AccountClaims {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  /** Id of the current tenant. */
  readonly company: string;
  readonly companies: readonly string[];
  /** Role in the current tenant; empty = none yet. */
  readonly role: string;
  /** Role in each tenant by its id; a tenant in which there is none yet is left out. */
  readonly roles: Readonly<Record<string, string>>;
}

/** Undefined for an unknown or blocked user. */
export type FindClaims = (userId: string) => Promise<AccountClaims | undefined>;
