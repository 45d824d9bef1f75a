/** A viewer of a DASH channel in a soak: reloads its MPD, requests ad segments, and has every MPD judged. */
import {
  auditDashChannel,
  auditDashSession,
  type DashAuditState,
  type DashChannelState,
  EMPTY_DASH_AUDIT,
  EMPTY_DASH_CHANNEL,
  type Finding,
  listedAdSegments,
} from '@interlude/audit';
import type { Dice } from './dice.suite.ts';
import type { Caller, Viewer, ViewerFinding } from './soak-viewer.suite.ts';

const origin = 'http://viewers.test';
const adOf = (address: string): string | undefined => /\/ad\/([^/]+)\//.exec(address)?.[1];

/** Judges the MPDs of all viewers of a channel against each other (D6). */
export class SeenByAll {
  #state: DashChannelState = EMPTY_DASH_CHANNEL;

  judge(id: string, audit: DashAuditState): readonly Finding[] {
    const judged = auditDashChannel(this.#state, { id, audit });
    this.#state = judged.state;
    return judged.findings;
  }
}

export class DashSoakViewer implements Viewer {
  readonly #caller: Caller;
  readonly #channelId: string;
  readonly #dice: Dice;
  readonly #seenByAll: SeenByAll;
  readonly findings: ViewerFinding[] = [];
  #audit: DashAuditState = EMPTY_DASH_AUDIT;
  #requested: ReadonlySet<string> = new Set();
  #path = '';
  #last = '';
  #video = 'v0';
  sessionId = '';
  outputs = 0;

  constructor(caller: Caller, channelId: string, dice: Dice, seenByAll: SeenByAll) {
    this.#caller = caller;
    this.#channelId = channelId;
    this.#dice = dice;
    this.#seenByAll = seenByAll;
  }

  async join(): Promise<void> {
    const first = `${origin}/dash/${this.#channelId}/manifest.mpd`;
    const { location = '' } = await this.#caller.get(new URL(first).pathname);
    const { pathname, search } = new URL(location, first);
    this.#path = pathname + search;
    this.sessionId = /([^/]+)\.mpd$/.exec(pathname)?.[1] ?? pathname;
  }

  /** A stop in order keeps the session: the judge goes on as if nothing had been. */
  async afterRestart(nowMs: number): Promise<void> {
    await this.watch(nowMs);
  }

  async watch(nowMs: number): Promise<void> {
    if (this.#dice.isLucky(0.05)) this.#video = this.#video === 'v0' ? 'v1' : 'v0';
    const { status, text } = await this.#caller.get(this.#path);
    this.outputs += 1;
    if (status !== 200) {
      this.#report('D4', `the MPD was answered with ${status}: ${text.slice(0, 200)}`, []);
      return;
    }
    const judged = auditDashSession(
      this.#audit,
      { url: origin + this.#path, fetchedAtMs: nowMs, text },
      { adOf },
    );
    this.#audit = judged.state;
    const besideOthers = this.#seenByAll.judge(this.sessionId, this.#audit);
    for (const { rule, detail } of [...judged.findings, ...besideOthers])
      this.#report(rule, detail, [this.#last, text]);
    this.#last = text;
    await this.#play();
  }

  /** Requests newly listed segments of ads, of the watched video track and of audio; some of them again. */
  async #play(): Promise<void> {
    const listed = new Set<string>();
    for (const { contentType, representationId, address } of listedAdSegments(this.#audit))
      if (contentType === 'audio' || representationId === this.#video)
        listed.add(address.slice(origin.length));
    for (const path of listed)
      if (!this.#requested.has(path) || this.#dice.isLucky(0.02)) await this.#get(path);
    this.#requested = listed;
  }

  async #get(path: string): Promise<void> {
    const { status } = await this.#caller.get(path);
    if (status !== 302) this.#report('D4', `${path} was answered with ${status}`, []);
  }

  #report(
    rule: ViewerFinding['finding']['rule'],
    detail: string,
    outputs: readonly string[],
  ): void {
    this.findings.push({ sessionId: this.sessionId, finding: { rule, detail }, outputs });
  }
}
