/**
 * `/health/live`, `/health/ready` and `/metrics`, the same on every role's port. `handle` fits
 * node:http (Fastify gives `request.raw`, `reply.raw` after `reply.hijack()`); `answer` fits anything else.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';
import type { RoleName } from './role.ts';
import { withTimeout } from './with-timeout.ts';

/** Resolves when fine; rejects, or gives a sentence, when not. */
export type HealthCheck = () => Promise<string | undefined> | string | undefined;

export interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface Health {
  /** Adds a check that has to pass for /health/ready to answer 200. @returns a function that removes it */
  addCheck(name: string, check: HealthCheck): () => void;
  /** The answer for one of the three paths (without query); undefined for any other path. */
  answer(path: string): Promise<HealthAnswer | undefined>;
  /** Answers a request for one of the three paths. @returns whether it was one */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** A check that takes longer counts as failed: the probe must not hang with the service that it checks. */
const CHECK_TIMEOUT_MS = 2_000;
const JSON_TYPE = 'application/json; charset=utf-8';
const paths = new Set(['/health/live', '/health/ready', '/metrics']);

async function runCheck(check: HealthCheck): Promise<string> {
  const result = Promise.resolve().then(check);
  const late = () => `no answer within ${CHECK_TIMEOUT_MS} ms`;
  try {
    return (await withTimeout(result, CHECK_TIMEOUT_MS, late)) ?? 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Answers /health/live, /health/ready and /metrics of one role.
 * @returns a handler to which checks can be added; a check that takes longer than 2 s counts as failed
 * @see Prometheus text exposition format, version 0.0.4
 */
export function createHealth(options: {
  readonly role: RoleName;
  readonly metrics: Metrics;
}): Health {
  const { role, metrics } = options;
  const checks = new Map<string, HealthCheck>();

  async function ready(): Promise<HealthAnswer> {
    const results = await Promise.all(
      [...checks].map(async ([name, check]) => [name, await runCheck(check)] as const),
    );
    const isReady = results.every(([, result]) => result === 'ok');
    return {
      status: isReady ? 200 : 503,
      contentType: JSON_TYPE,
      body: JSON.stringify({ role, ready: isReady, checks: Object.fromEntries(results) }),
    };
  }

  async function answer(path: string): Promise<HealthAnswer | undefined> {
    if (path === '/health/ready') return ready();
    if (path === '/metrics') {
      return { status: 200, contentType: metrics.contentType, body: await metrics.text() };
    }
    if (path !== '/health/live') return undefined;
    return { status: 200, contentType: JSON_TYPE, body: JSON.stringify({ role, live: true }) };
  }

  return {
    addCheck(name, check) {
      checks.set(name, check);
      return () => {
        if (checks.get(name) === check) checks.delete(name);
      };
    },
    answer,
    async handle(request, response) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (!paths.has(path)) return false;
      const found = await answer(path);
      if (found === undefined) return false;
      response.writeHead(found.status, {
        'content-type': found.contentType,
        'content-length': Buffer.byteLength(found.body),
        'cache-control': 'no-store',
      });
      response.end(request.method === 'HEAD' ? undefined : found.body);
      return true;
    },
  };
}
