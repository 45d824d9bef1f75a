/**
 * One viewer of a soak: joins, reloads, switches renditions, requests ad segments, and has every output
 * judged. It knows nothing of how the stitcher works.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from '@interlude/audit';
import type { Dice } from './dice.suite.ts';

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/** Keeps connections: thousands of viewers share a few hundred. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 });
  port = 0;

  get(path: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = get(
        { port: this.port, host: '127.0.0.1', path, agent: this.#agent },
        (response: IncomingMessage) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location,
              text: Buffer.concat(parts).toString('latin1'),
            }),
          );
        },
      );
      request.on('error', reject);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface ViewerFinding {
  readonly sessionId: string;
  readonly finding: Pick<Finding, 'rule' | 'detail'>;
  readonly outputs: readonly string[];
}

/** A viewer in a soak, of HLS or DASH. */
export interface Viewer {
  readonly findings: readonly ViewerFinding[];
  /** Empty before it has joined. */
  readonly sessionId: string;
  readonly outputs: number;
  join(): Promise<void>;
  watch(nowMs: number): Promise<void>;
  afterRestart(nowMs: number): Promise<void>;
}

const adOf = (uri: string): string | undefined => /^ad\/([^/]+)\//.exec(uri)?.[1];

export class SoakViewer implements Viewer {
  readonly #caller: Caller;
  readonly #channelId: string;
  readonly #dice: Dice;
  readonly #requested = new Set<string>();
  readonly #last = new Map<string, string>();
  readonly findings: ViewerFinding[] = [];
  #audit: AuditState = EMPTY_AUDIT;
  #video = 'v0';
  sessionId = '';
  outputs = 0;

  constructor(caller: Caller, channelId: string, dice: Dice) {
    this.#caller = caller;
    this.#channelId = channelId;
    this.#dice = dice;
  }

  async join(): Promise<void> {
    const { location = '' } = await this.#caller.get(`/hls/${this.#channelId}/master.m3u8`);
    this.sessionId = new URLSearchParams(location.split('?')[1]).get('sid') ?? '';
    await this.#caller.get(`/hls/${this.#channelId}/${location}`);
  }

  /** The stitcher was stopped in order: its successor goes on with the plan, and the judge with the session. */
  async afterRestart(nowMs: number): Promise<void> {
    for (const rendition of [...this.#last.keys()]) await this.reload(rendition, nowMs);
  }

  /** One look at the session, as a player does it. */
  async watch(nowMs: number): Promise<void> {
    if (this.#dice.isLucky(0.05)) this.#video = this.#video === 'v0' ? 'v1' : 'v0';
    const order = this.#dice.isLucky(0.5) ? [this.#video, 'a0'] : ['a0', this.#video];
    for (const rendition of order) {
      const text = await this.reload(rendition, nowMs);
      await this.#play(text);
    }
  }

  async reload(rendition: string, nowMs: number): Promise<string> {
    const { status, text } = await this.#caller.get(
      `/hls/${this.#channelId}/${this.sessionId}/${rendition}.m3u8`,
    );
    this.outputs += 1;
    if (status !== 200) {
      this.#report('H33', `${rendition} was answered with ${status}: ${text.slice(0, 200)}`, []);
      return '';
    }
    const judged = auditSession(
      this.#audit,
      { renditionId: rendition, fetchedAtMs: nowMs, text },
      { adOf },
    );
    this.#audit = judged.state;
    for (const { rule, detail } of judged.findings)
      this.#report(rule, `${rendition}: ${detail}`, [this.#last.get(rendition) ?? '', text]);
    this.#last.set(rendition, text);
    return text;
  }

  /** Requests segments of ads once, some again as players do after a switch. */
  async #play(text: string): Promise<void> {
    for (const [uri] of text.matchAll(/^ad\/.*$/gm)) {
      if (this.#requested.has(uri) && !this.#dice.isLucky(0.02)) continue;
      this.#requested.add(uri);
      const { status } = await this.#caller.get(`/hls/${this.#channelId}/${this.sessionId}/${uri}`);
      if (status !== 302) this.#report('H1', `${uri} was answered with ${status}`, [text]);
    }
  }

  #report(rule: Finding['rule'], detail: string, outputs: readonly string[]): void {
    this.findings.push({ sessionId: this.sessionId, finding: { rule, detail }, outputs });
  }
}
