/** The HTTP API of Bitmovin: JSON in an envelope, a key in a header (developer.bitmovin.com, VOD Encoding API). */
import { setTimeout as pause } from 'node:timers/promises';
import { domainError } from '@interlude/contract/errors';
import type { Egress } from '@interlude/runtime';

export interface BitmovinAccount {
  readonly apiKey: string;
  /** Empty = the default organisation of the key. */
  readonly organizationId: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

export interface BitmovinApi {
  /** Creates a resource. @returns its id @throws {DomainError} BITMOVIN_FAILED */
  create(path: string, body: object): Promise<string>;
  /** @throws {DomainError} BITMOVIN_FAILED */
  act(method: 'POST' | 'DELETE', path: string): Promise<void>;
  /** State and progress of an encoding. @throws {DomainError} BITMOVIN_FAILED */
  status(encodingId: string): Promise<BitmovinStatus>;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1_000_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

const states = [
  'CREATED',
  'QUEUED',
  'RUNNING',
  'FINISHED',
  'ERROR',
  'CANCELED',
  'FINISHED_WITH_ERROR',
  'TRANSFER_ERROR',
] as const;

export interface BitmovinStatus {
  readonly status: (typeof states)[number];
  /** Percent. */
  readonly progress: number;
  /** The text of its last error message. */
  readonly error: string | undefined;
}

/** The value at a path of property names in an answer. */
function at(answer: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined,
    answer,
  );
}

function textAt(answer: unknown, ...names: readonly string[]): string {
  const value = at(answer, ...names);
  return typeof value === 'string' ? value : '';
}

function lastError(messages: unknown): string | undefined {
  const entries: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const error = entries.findLast((message) => textAt(message, 'type') === 'ERROR');
  return error === undefined ? undefined : textAt(error, 'text');
}

function unexpectedAnswer(): Error {
  return bitmovinFailed('its answer is not understood');
}

function statusOf(answer: unknown): BitmovinStatus {
  const result = at(answer, 'data', 'result');
  const status = states.find((known) => known === at(result, 'status'));
  if (status === undefined) throw unexpectedAnswer();
  const percent = Number(at(result, 'progress') ?? 0);
  const progress = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
  return { status, progress, error: lastError(at(result, 'messages')) };
}

function idOf(answer: unknown): string {
  const id = textAt(answer, 'data', 'result', 'id');
  if (id === '' || id.length > 200) throw unexpectedAnswer();
  return id;
}

export function bitmovinFailed(reason: string): Error {
  return domainError('BITMOVIN_FAILED', { reason: reason.slice(0, 300) });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Ids come from an external API and become parts of paths. */
const part = (id: string) => encodeURIComponent(id);

type Method = 'GET' | 'POST' | 'DELETE';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function isTransient({ status }: Answer): boolean {
  return status === 429 || status >= 500;
}

export function createBitmovinApi(
  account: BitmovinAccount,
  egress: Pick<Egress, 'request'>,
  signal?: AbortSignal,
): BitmovinApi {
  const abortable = signal === undefined ? {} : { signal };
  const headers = {
    'content-type': 'application/json',
    'x-api-key': account.apiKey,
    ...(account.organizationId !== '' && { 'x-tenant-org-id': account.organizationId }),
  };

  async function send(method: Method, path: string, body?: object): Promise<Answer> {
    const answer = await egress.request({
      url: `${account.baseUrl}${path}`,
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
      ...abortable,
    });
    return { status: answer.status, body: parsed(answer.body) };
  }

  /** Retries when the API is busy or fails; a resource that was created twice is used once. */
  async function call(method: Method, path: string, body?: object): Promise<unknown> {
    let answer = await send(method, path, body);
    for (let attempt = 1; isTransient(answer) && attempt < ATTEMPTS; attempt += 1) {
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, abortable);
      answer = await send(method, path, body);
    }
    if (answer.status < 300) return answer.body;
    const message = textAt(answer.body, 'data', 'message');
    throw bitmovinFailed(message === '' ? `status ${answer.status}` : message);
  }

  return {
    create: async (path, body) => idOf(await call('POST', path, body)),
    act: async (method, path) => {
      await call(method, path, method === 'POST' ? {} : undefined);
    },
    status: async (id) => statusOf(await call('GET', `/encoding/encodings/${part(id)}/status`)),
  };
}
