/** A whole control plane for tests: real PostgreSQL, real HTTP on a free port, users of every role. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectedTenantHeader, type UserRole } from '@interlude/contract';
import { ApiError, type Client, type ClientOptions, createClient } from '@interlude/contract/api';
import { createAccountStore, createUserStore, type Database } from '@interlude/persistence';
import {
  type Clock,
  createEgress,
  createLogger,
  createMetrics,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { templateDatabase } from '@interlude/testkit';
import type { EqualTime } from '../auth/accounts/equal-time.ts';
import { hashPassword } from '../auth/accounts/password.ts';
import { type ControlPlane, createControlPlane } from '../control-plane.ts';
import type { ControlPlaneDeps } from '../services.ts';

export const testPassword = 'Correct-Horse-1!';
/** Verified within a millisecond; tests that measure the time of answers use a hash with the product's own cost. */
const quickHash = hashPassword(testPassword, { memory: 64, passes: 1 });

export interface TestUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly email: string;
  readonly token: string;
}

export interface TestPlane {
  readonly plane: ControlPlane;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Address without a slash at the end. */
  readonly url: string;
  readonly consoleFolder: string;
  readonly logLines: string[];
  /** A tenant with an Admin, who is a member of no other. */
  tenant(name: string): Promise<string>;
  user(tenantId: string, role: UserRole | null, email?: string): Promise<TestUser>;
  client(user?: TestUser, tenantId?: string): Client;
  stop(): Promise<void>;
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function logIn(url: string, email: string): Promise<string> {
  const body = { email, password: testPassword, rotation: true, ...pkce() };
  const answer = await postJson(`${url}/api/login`, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  return token;
}

export function bearer(token: string, tenantId?: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    ...(tenantId !== undefined && { [selectedTenantHeader]: tenantId }),
  };
}

export function testClient(url: string, headers: ClientOptions['headers']): Client {
  return createClient({ baseUrl: url, fetch, headers });
}

/** The error of a call that has to fail: status, code, message, details. */
export async function failure(
  call: Promise<unknown>,
): Promise<{ status: number; code: unknown; message: string; details: unknown }> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call did not fail');
  const { errorCode: code, details } = error.error;
  return { status: error.status, code, message: error.message, details };
}

export async function startTestPlane(
  options: {
    env?: Record<string, string>;
    clock?: Clock;
    platformRoles?: ControlPlaneDeps['platformRoles'];
    /** Default: answers about accounts do not wait for a step, and password hashes are cheap. */
    equalTime?: EqualTime;
  } = {},
): Promise<TestPlane> {
  const clock = options.clock ?? systemClock;
  const folder = await mkdtemp(join(tmpdir(), 'interlude-control-plane-'));
  const { database, url: databaseUrl, drop } = await templateDatabase({ clock });
  const config = parseConfig(
    { PORT: '0', STITCHER_PORT: '3100', LAB_PORT: '3200', INTERLUDE_DATA: folder, ...options.env },
    folder,
  );
  const logLines: string[] = [];
  const logger = createLogger({
    name: 'control-plane',
    level: 'debug',
    stream: { write: (line: string) => logLines.push(line) },
  });
  const plane = createControlPlane({
    config,
    database,
    egress: createEgress({ allow: config.egressAllow, logger }),
    logger,
    metrics: createMetrics(),
    clock,
    version: '0.0.0-test',
    consoleFolder: folder,
    platformRoles: options.platformRoles,
    equalTime: options.equalTime ?? ((_stepMs, work) => work()),
  });
  await plane.start();
  const url = `http://127.0.0.1:${plane.port}`;
  const accounts = createAccountStore(database);
  const passwordHash = options.equalTime ? hashPassword(testPassword) : quickHash;
  let users = 0;

  async function user(
    tenantId: string,
    role: UserRole | null,
    email = `user${users}@example.org`,
  ): Promise<TestUser> {
    users += 1;
    const account = { email, passwordHash: await passwordHash, emailVerified: true };
    const userId = await accounts.createAccount(account, { kind: 'joiner', tenantId });
    if (userId === undefined) throw new Error(`${email} is taken`);
    if (role !== null) await createUserStore(database).setRole(tenantId, userId, role);
    return { userId, tenantId, email, token: await logIn(url, email) };
  }

  return {
    plane,
    database,
    databaseUrl,
    url,
    consoleFolder: folder,
    logLines,
    user,
    tenant: async (name) => {
      const email = `admin-of-${name.toLowerCase().replaceAll(' ', '-')}@example.org`;
      await accounts.createAccount(
        { email, passwordHash: null, emailVerified: true },
        { kind: 'founder', tenantName: name, expiresAt: null },
      );
      const tenant = await accounts.findTenant(name);
      if (!tenant) throw new Error(`no tenant ${name}`);
      return tenant.id;
    },
    client: (who, tenantId) =>
      testClient(url, () => (who ? bearer(who.token, tenantId ?? who.tenantId) : {})),
    stop: async () => {
      await plane.stop();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
