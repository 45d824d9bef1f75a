/**
 * The channel API of an SSAI cluster: another installation pushes the channels that are played here.
 *
 *   PUT, GET, DELETE /cluster/v1/channels/{id}     Authorization: Bearer <SSAI_API_TOKEN>
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ClusterChannelAnswer,
  clusterChannel,
  clusterChannelsPath,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ClusterChannelStore } from '@interlude/persistence';
import { type Clock, type Config, previewKey, type SecretKey } from '@interlude/runtime';
import { pathEnd, queryOf } from '../http/path.ts';
import { readBody } from '../http/read-body.ts';
import type { Routes } from '../http/routes.ts';

type ClusterChannels = Pick<ClusterChannelStore, 'put' | 'find' | 'remove'>;

export interface ClusterParts {
  readonly config: Partial<Pick<Config, 'ssaiApiToken'>>;
  /** Where the channels of other installations are kept; left out: there are none. */
  readonly clusterChannels?: ClusterChannels | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
}

interface ClusterRoutesOptions {
  readonly channels: ClusterChannels;
  readonly token: string;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
}

/** Most bytes of a channel with its breaks: more than a control plane takes. */
const maxBodyBytes = 4 * 1024 * 1024;
const previewSeconds = 300;
const shownIssues = 10;
const channelId = /^[\w-]{1,100}$/;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @throws {DomainError} TOKEN_INVALID */
function checkToken({ headers }: IncomingMessage, response: ServerResponse, token: string): void {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  response.setHeader('www-authenticate', 'Bearer');
  throw domainError('TOKEN_INVALID');
}

function send(response: ServerResponse, answer: ClusterChannelAnswer | undefined): true {
  const body = answer === undefined ? '' : JSON.stringify(answer);
  response.writeHead(answer === undefined ? 204 : 200, {
    'cache-control': 'no-store',
    ...(answer !== undefined && {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    }),
  });
  response.end(body);
  return true;
}

function parseChannel(body: unknown) {
  const parsed = clusterChannel.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, shownIssues);
  const fields = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ');
  throw domainError('INVALID_FIELDS', { fields });
}

/** The version up to which a channel is removed. Versions are milliseconds, so a sender that names none removes any. */
function versionOf(request: IncomingMessage): number {
  const given = queryOf(request).get('version') ?? '';
  return /^\d{1,15}$/.test(given) ? Number(given) : Number.MAX_SAFE_INTEGER;
}

class ClusterRoutes implements Routes {
  readonly prefixes = [clusterChannelsPath];
  readonly methods = ['PUT', 'DELETE'];
  readonly #options: ClusterRoutesOptions;

  constructor(options: ClusterRoutesOptions) {
    this.#options = options;
  }

  kindOf(): string {
    return 'cluster';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const id = url.slice(clusterChannelsPath.length, pathEnd(url));
    if (!channelId.test(id) || request.method === 'HEAD') return false;
    checkToken(request, response, this.#options.token);
    const { channels } = this.#options;
    if (request.method === 'DELETE') {
      await channels.remove(id, versionOf(request));
      return send(response, undefined);
    }
    const stored =
      request.method === 'PUT'
        ? await channels.put(id, parseChannel(await readJson(request, maxBodyBytes)))
        : await channels.find(id);
    if (stored === undefined) throw domainError('CHANNEL_NOT_FOUND');
    return send(response, this.#answer(id, stored.version, stored.settings.apiKey !== ''));
  }

  #answer(id: string, version: number, asksKey: boolean): ClusterChannelAnswer {
    const { secretKey, clock } = this.#options;
    const previewExpires = Math.floor(clock.now() / 1_000) + previewSeconds;
    const key = asksKey ? previewKey(secretKey, id, previewExpires) : '';
    return { id, version, previewKey: key, previewExpires };
  }
}

/** Routes of the channel API; none without a token: then no channels are accepted. */
export function createClusterRoutes(parts: ClusterParts): Routes[] {
  const { config, clusterChannels: channels, secretKey, clock } = parts;
  const { ssaiApiToken: token } = config;
  return token === undefined || channels === undefined
    ? []
    : [new ClusterRoutes({ channels, token, secretKey, clock })];
}

/** @throws {DomainError} REQUEST_INVALID, BODY_TOO_LARGE */
async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const body = await readBody(request, maxBytes);
  try {
    return JSON.parse(body);
  } catch {
    throw domainError('REQUEST_INVALID', { reason: 'the body must be JSON' });
  }
}
