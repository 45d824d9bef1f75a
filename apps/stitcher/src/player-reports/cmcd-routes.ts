/**
 * Where players send their events (CTA-5004-B, event mode), for HLS and DASH alike:
 *
 *   POST /{hls|dash}/{channel}/{sid}/cmcd      application/cmcd, a line an event
 *
 * Only the viewer knows the address, as it has the id of the session in it. Sessions that this process does not hold
 * are unknown: events never bring one back.
 * @see rule SEC-S127
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '@interlude/contract';
import { parseCmcdLines } from '@interlude/reporting';
import type { ClientAddresses, Clock } from '@interlude/runtime';
import type { SessionAdmission } from '../admission/session-admission.ts';
import { type Bucket, SessionRate, takeTurn } from '../admission/session-rate.ts';
import { sendNothing } from '../http/answer.ts';
import { decoded, pathEnd } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { PlayerReports } from './player-reports.ts';
import { reportLimits } from './report-limits.ts';

export interface CmcdRoutesOptions {
  readonly admission: Pick<SessionAdmission, 'channel'>;
  /** The session of an id that is known here. */
  readonly findSession: (sessionId: string) => PlaybackSession | undefined;
  readonly playerReports: Pick<PlayerReports, 'events'>;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
}

const form = /^\/(?:hls|dash)\/([^/]+)\/([^/]+)\/cmcd$/;
/** A session id may be 1,400 characters long. */
const maxPathChars = 4_000;
const contentType = 'application/cmcd';

function pathOf(url: string): { channelId: string; sessionId: string } | undefined {
  const end = pathEnd(url);
  const match = end > maxPathChars ? null : form.exec(url.slice(0, end));
  return match ? { channelId: decoded(match[1] ?? ''), sessionId: match[2] ?? '' } : undefined;
}

/** @throws {DomainError} BODY_TOO_LARGE */
async function readBody(request: IncomingMessage): Promise<string> {
  const { bodyBytes } = reportLimits;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > bodyBytes) throw domainError('BODY_TOO_LARGE', { limit: bodyBytes });
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

export class CmcdRoutes implements Routes {
  readonly prefixes = ['/hls/', '/dash/'];
  readonly methods = ['POST'];
  readonly #options: CmcdRoutesOptions;
  readonly #networks: SessionRate;
  readonly #buckets = new WeakMap<PlaybackSession, Bucket>();

  constructor(options: CmcdRoutesOptions) {
    this.#options = options;
    this.#networks = new SessionRate(options.clock, options.addresses, reportLimits.network);
  }

  kindOf(): string {
    return 'cmcd';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = request.method === 'POST' ? pathOf(url) : undefined;
    if (!path) return false;
    const channel = this.#options.admission.channel(path.channelId);
    const session = this.#options.findSession(path.sessionId);
    if (session?.subject.channelId !== channel.id) throw domainError('SESSION_UNKNOWN');
    this.#takeTurn(session, request);
    const [given = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    if (given.trim().toLowerCase() !== contentType) {
      throw domainError('REQUEST_INVALID', { reason: `the content type must be ${contentType}` });
    }
    const reports = parseCmcdLines(await readBody(request), reportLimits.lines);
    this.#options.playerReports.events(session, reports);
    sendNothing(response);
    return true;
  }

  /** @throws {DomainError} TOO_MANY_REQUESTS */
  #takeTurn(session: PlaybackSession, request: IncomingMessage): void {
    const { addresses, clock } = this.#options;
    this.#networks.take(addresses.find(request.socket.remoteAddress ?? '', request.headers));
    const nowMs = clock.now();
    const { burst } = reportLimits.session;
    const bucket = this.#buckets.get(session) ?? { tokens: burst, filledMs: nowMs };
    this.#buckets.set(session, bucket);
    if (!takeTurn(bucket, reportLimits.session, nowMs)) {
      throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    }
  }
}
