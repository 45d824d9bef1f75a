/**
 * Receives the events of players (CTA-5004-B, event mode), for HLS and DASH alike:
 *
 *   POST /{hls|dash}/{channel}/{sid}/cmcd      application/cmcd, one event per line
 *
 * The address has the session id, so only the viewer knows it. A session that this process does not hold is answered
 * with SESSION_UNKNOWN: events never resume one.
 * @see rule SEC-S127
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '@interlude/contract/errors';
import { parseCmcdLines } from '@interlude/reporting';
import type { ClientAddresses, Clock } from '@interlude/runtime';
import type { SessionAdmission } from '../admission/session-admission.ts';
import { type Bucket, SessionRate, takeTurn } from '../admission/session-rate.ts';
import { sendNothing } from '../http/answer.ts';
import { decoded, pathEnd } from '../http/path.ts';
import { readBody } from '../http/read-body.ts';
import type { Routes } from '../http/routes.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { PlayerReports } from './player-reports.ts';
import { reportLimits } from './report-limits.ts';

export interface CmcdRoutesOptions {
  readonly admission: Pick<SessionAdmission, 'channel'>;
  /** The session of an id that this process holds. */
  readonly findSession: (sessionId: string) => PlaybackSession | undefined;
  readonly playerReports: Pick<PlayerReports, 'events'>;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
}

const form = /^\/(?:hls|dash)\/([^/]+)\/([^/]+)\/cmcd$/;
/** A session id may be 1,400 characters long. */
const maxPathChars = 4_000;
const contentType = 'application/cmcd';

const tooMany = () => domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });

function pathOf(url: string): { channelId: string; sessionId: string } | undefined {
  const end = pathEnd(url);
  const match = end > maxPathChars ? null : form.exec(url.slice(0, end));
  return match ? { channelId: decoded(match[1] ?? ''), sessionId: match[2] ?? '' } : undefined;
}

/** Token bucket of a session, and the number of its bodies that are being read. */
interface Turns extends Bucket {
  reading: number;
}

export class CmcdRoutes implements Routes {
  readonly prefixes = ['/hls/', '/dash/'];
  readonly methods = ['POST'];
  readonly #options: CmcdRoutesOptions;
  readonly #networks: SessionRate;
  readonly #turns = new WeakMap<PlaybackSession, Turns>();
  /** Bodies that are being read, of all sessions. */
  #reading = 0;

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
    const turns = this.#takeTurn(session, request);
    const [given = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    if (given.trim().toLowerCase() !== contentType) {
      throw domainError('REQUEST_INVALID', { reason: `the content type must be ${contentType}` });
    }
    const body = await this.#read(turns, request);
    const reports = parseCmcdLines(body, reportLimits.lines);
    this.#options.playerReports.events(session, reports);
    sendNothing(response);
    return true;
  }

  /** @throws {DomainError} TOO_MANY_REQUESTS */
  #takeTurn(session: PlaybackSession, request: IncomingMessage): Turns {
    const { addresses, clock } = this.#options;
    this.#networks.take(addresses.find(request.socket.remoteAddress ?? '', request.headers));
    const nowMs = clock.now();
    const { burst } = reportLimits.session;
    const turns = this.#turns.get(session) ?? { tokens: burst, filledMs: nowMs, reading: 0 };
    this.#turns.set(session, turns);
    if (!takeTurn(turns, reportLimits.session, nowMs)) throw tooMany();
    return turns;
  }

  /**
   * Bounds the bodies that are read at once: slow senders hold little memory.
   * @throws {DomainError} TOO_MANY_REQUESTS, BODY_TOO_LARGE
   */
  async #read(turns: Turns, request: IncomingMessage): Promise<string> {
    const { bodyBytes, bodiesAtOnce } = reportLimits;
    const isFull = turns.reading >= bodiesAtOnce.session || this.#reading >= bodiesAtOnce.all;
    if (isFull) throw tooMany();
    turns.reading += 1;
    this.#reading += 1;
    try {
      return await readBody(request, bodyBytes);
    } finally {
      turns.reading -= 1;
      this.#reading -= 1;
    }
  }
}
