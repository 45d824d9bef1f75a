/**
 * The role of requests. It owns nothing and cannot bypass row-level security. Roles belong to the whole server, so that
 * another database may already have created it.
 */
import { domainError } from '@interlude/contract/errors';
import type pg from 'pg';

export const requestRole = 'interlude_app';

async function tryTo(client: pg.ClientBase, sql: string): Promise<string | undefined> {
  try {
    await client.query(sql);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

/**
 * `duplicate_object` and `unique_violation`: another database of the server has created the role at the same moment.
 */
const madeByOthers = new Set(['42710', '23505']);

/**
 * Creates the role when it is missing, and lets the connecting user take it.
 * @param login the role connects by itself (embedded server); otherwise the user switches to it
 * @throws {DomainError} DATABASE_UNAVAILABLE, with the statement that an administrator has to run
 */
export async function ensureRequestRole(client: pg.ClientBase, login: boolean): Promise<void> {
  const find = () =>
    client.query<{ unsafe: boolean; member: boolean }>(
      `select rolsuper or rolbypassrls as unsafe,
              pg_has_role(current_user, oid, 'member') as member
       from pg_roles where rolname = $1`,
      [requestRole],
    );
  let { rows } = await find();
  if (rows.length === 0) {
    const failure = await tryTo(
      client,
      `create role ${requestRole} ${login ? 'login' : 'nologin'} nosuperuser nobypassrls noinherit`,
    );
    if (failure !== undefined && !madeByOthers.has(failure)) {
      throw domainError('DATABASE_UNAVAILABLE', {
        reason: `its user may not make the role "${requestRole}" (let an administrator run: create role ${requestRole}; grant ${requestRole} to <user of DATABASE_URL>)`,
      });
    }
    ({ rows } = await find());
  }
  if (rows[0]?.unsafe === true) {
    throw domainError('DATABASE_UNAVAILABLE', {
      reason: `the role "${requestRole}" is a superuser or bypasses row-level security, so tenants would not be separated (alter role ${requestRole} nosuperuser nobypassrls)`,
    });
  }
  const failure = login ? undefined : await tryTo(client, `grant ${requestRole} to current_user`);
  if (failure !== undefined && rows[0]?.member !== true) {
    throw domainError('DATABASE_UNAVAILABLE', {
      reason: `its user may not take the role "${requestRole}" (let an administrator run: grant ${requestRole} to <user of DATABASE_URL>)`,
    });
  }
}
