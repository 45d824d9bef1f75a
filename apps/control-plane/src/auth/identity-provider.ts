/**
 * The port of identity providers: the embedded one, or any OIDC issuer named by OIDC_ISSUER. The rest of the control
 * plane depends on this port alone.
 */
import type { LoginClient } from '@interlude/persistence';
import type { FastifyInstance } from 'fastify';
import type { VerifyToken } from '../http/authenticate.ts';
import type { ClientRequest } from './login-client.ts';

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
  /**
   * @throws {DomainError} REFRESH_REFUSED, SECOND_FACTOR_NEEDED, FETCH_FAILED when an external provider does not answer
   */
  refresh(refreshToken: string, from: ClientRequest): Promise<Tokens>;
  /**
   * Issues tokens, with the login session that they belong to, for a user whose password and second factor, if any,
   * were checked.
   * @throws {DomainError} LOGIN_EXTERNAL_ONLY
   */
  issue(
    userId: string,
    options: {
      readonly rotation: boolean;
      readonly client: LoginClient;
      readonly secondFactor: boolean;
    },
  ): Promise<Tokens>;
  /** Ends all refresh tokens of a user: after a new password, a block, a removal. */
  revokeUser(userId: string): Promise<void>;
  /** Adds the provider's own routes; an external provider has none. */
  mount(app: FastifyInstance): Promise<void>;
}

/** The claims of tokens and userinfo; read from the database when they are issued. */
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
  /** Role per tenant id; without the tenants in which the user has none yet. */
  readonly roles: Readonly<Record<string, string>>;
  /** Of the account's password; a token with an older one is refused. */
  readonly epoch: number;
}

/** Undefined for an unknown or blocked user. */
export type FindClaims = (userId: string) => Promise<AccountClaims | undefined>;
