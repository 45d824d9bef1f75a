/** Links that open a card without sign-in. Only the SHA-256 of a token is stored. */
import { createHash } from 'node:crypto';
import {
  operators,
  type SharedCard,
  type SharedCardQuery,
  type ShareLink,
  sharedCard,
  sharedCardQuery,
  shareLink,
} from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { scopeNow } from '../scope.ts';

export interface NewShareLink {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly name: string;
  readonly title: string;
  readonly query: SharedCardQuery;
  /** Content of a frozen card; undefined for a live one. */
  readonly card: Omit<SharedCard, 'expiresAt'> | undefined;
  readonly expiresAtMs: number;
}

/** The link of a token, with the query and content of its card. */
export interface OpenedLink {
  readonly tenantId: string;
  readonly id: string;
  readonly query: SharedCardQuery;
  readonly expiresAt: string;
  readonly card: SharedCard | undefined;
}

export interface ShareLinkStore {
  /** Links that have not expired, newest first. */
  list(tenantId: string): Promise<ShareLink[]>;
  /** Undefined when the company has `most` links. */
  create(tenantId: string, input: NewShareLink, most: number): Promise<ShareLink | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /**
   * Opens the link of a token. Undefined when the token is unknown or expired, or when the member who shared the card
   * has left the company, was blocked, or may not share any more.
   */
  open(token: string): Promise<OpenedLink | undefined>;
  /** Removes links that expired before a time, epoch ms. @returns links removed */
  purge(beforeMs: number): Promise<number>;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const listed = ['id', 'name', 'title', 'kind', 'created_by', 'created_at', 'expires_at'] as const;

function toLink(row: {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}): ShareLink {
  return shareLink.parse({
    ...{ id: row.id, name: row.name, title: row.title, kind: row.kind },
    ...{ createdBy: row.created_by, createdAt: row.created_at.toISOString() },
    expiresAt: row.expires_at.toISOString(),
  });
}

/**
 * Share links of a company.
 * @see ADR 0045; rule SEC-S106
 */
export function createShareLinkStore(database: Database): ShareLinkStore {
  const { system, clock } = database;
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (scope) => {
        const rows = scope.db
          .selectFrom('share_links')
          .select(listed)
          .where('expires_at', '>', scopeNow(scope));
        return (await rows.orderBy('created_at', 'desc').orderBy('id').execute()).map(toLink);
      }),
    create: (tenantId, input, most) =>
      database.forTenant(tenantId, async (scope) => {
        const { db } = scope;
        const id = newId(clock.now());
        const { userId, email, token, name, title, query, card, expiresAtMs } = input;
        const at = scopeNow(scope);
        const bytes = card === undefined ? null : Buffer.from(JSON.stringify(card));
        // The lock keeps the limit exact: without it, concurrent requests would exceed it together.
        await sql`select pg_advisory_xact_lock(hashtextextended(app_tenant(), 45))`.execute(db);
        const { numAffectedRows } = await sql`
          insert into share_links
            (id, user_id, token_hash, name, title, kind, query, card, created_by, created_at, expires_at)
          select ${id}, ${userId}, ${hashOf(token)}, ${name}, ${title},
            ${card === undefined ? 'live' : 'frozen'}, ${JSON.stringify(query)}::jsonb, ${bytes}::bytea,
            ${email}, ${at}, ${new Date(expiresAtMs)}
          where (select count(*) from share_links) < ${most}`.execute(db);
        if (numAffectedRows !== 1n) return undefined;
        const made = db.selectFrom('share_links').select(listed).where('id', '=', id);
        return toLink(await made.executeTakeFirstOrThrow());
      }),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const gone = await db.deleteFrom('share_links').where('id', '=', id).executeTakeFirst();
        return gone.numDeletedRows > 0n;
      }),
    open: async (token) => {
      // The tenant is not known before the link, so that it is read across tenants, by the index of the hash.
      const row = await system
        .selectFrom('share_links as l')
        .innerJoin('memberships as m', (join) =>
          join.onRef('m.tenant_id', '=', 'l.tenant_id').onRef('m.user_id', '=', 'l.user_id'),
        )
        .innerJoin('users as u', 'u.id', 'l.user_id')
        .select(['l.tenant_id', 'l.id', 'l.query', 'l.card', 'l.expires_at'])
        .where('l.token_hash', '=', hashOf(token))
        .where('l.expires_at', '>', new Date(clock.now()))
        .where('u.blocked', '=', false)
        .where('m.role', 'in', [...operators])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const expiresAt = row.expires_at.toISOString();
      return {
        ...{ tenantId: row.tenant_id, id: row.id, expiresAt },
        query: sharedCardQuery.parse(row.query),
        card: row.card
          ? sharedCard.parse({ ...JSON.parse(row.card.toString('utf8')), expiresAt })
          : undefined,
      };
    },
    purge: async (beforeMs) => {
      const gone = await system
        .deleteFrom('share_links')
        .where('expires_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}
