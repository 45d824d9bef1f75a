/** A live DASH channel for tests over real HTTP: the test environment as origin, a stitcher, and audited viewers. */
import { auditDashSession, type DashAuditState, EMPTY_DASH_AUDIT } from '@interlude/audit';
import type { ChannelInput } from '@interlude/contract';
import { type Mpd, parseMpd } from '@interlude/dash';
import type { EntryStore } from '../session-entries/session-entries.ts';
import { dashCreative, dashManifest, dashManifestPath } from './dash-environment.suite.ts';
import { channelEntry, startStitcher, type TestStitcher } from './start-stitcher.suite.ts';
import { type Handler, TestEnvironment } from './test-environment.suite.ts';

const publicOrigin = 'http://viewers.test';
const idleTimeoutMs = 8_000;

export interface ReadMpd {
  readonly status: number;
  readonly text: string;
  readonly mpd: Mpd;
}

const emptyMpd = (() => {
  const { mpd } = parseMpd('<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>');
  if (mpd === undefined) {
    throw new Error('an MPD without anything is one');
  }
  return mpd;
})();

export class DashTestViewer {
  #origin: string;
  readonly #channelId: string;
  #audit: DashAuditState = EMPTY_DASH_AUDIT;
  #path = '';
  readonly findings: string[] = [];

  constructor(port: number, channelId = 'c1') {
    this.#channelId = channelId;
    this.#origin = `http://127.0.0.1:${port}`;
  }

  moveTo(port: number): void {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#origin}${path}`, { redirect: 'manual', ...init });
  }

  async open(query = ''): Promise<void> {
    const path = `/dash/${this.#channelId}/manifest.mpd`;
    const first = publicOrigin + path;
    const { headers } = await this.get(path + query);
    const { pathname, search } = new URL(headers.get('location') ?? '', first);
    this.#path = pathname + search;
  }

  /** The MPD as it is now, judged by the rules D*. */
  async reload(): Promise<ReadMpd> {
    const answer = await this.get(this.#path);
    const text = await answer.text();
    if (answer.status !== 200) {
      return { status: answer.status, text, mpd: emptyMpd };
    }
    const output = { url: publicOrigin + this.#path, fetchedAtMs: Date.now(), text };
    const adOf = (uri: string) => /\/ad\/([^/]+)\//.exec(uri)?.[1];
    const judged = auditDashSession(this.#audit, output, { adOf });
    this.#audit = judged.state;
    this.findings.push(...judged.findings.map(({ rule, detail }) => `${rule} ${detail}`));
    return { status: 200, text, mpd: parseMpd(text).mpd ?? emptyMpd };
  }

  /** Reloads until the MPD is as wanted. */
  async until(wanted: (read: ReadMpd) => boolean): Promise<ReadMpd> {
    const endMs = Date.now() + idleTimeoutMs;
    for (;;) {
      const read = await this.reload();
      if (wanted(read)) {
        return read;
      }
      if (Date.now() > endMs) {
        throw new Error(`the MPD never became as wanted:\n${read.text}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** The address to which a segment of an ad Period is redirected. */
  async adSegment({ mpd }: ReadMpd, periodId: string, segment: string): Promise<string | null> {
    const period = mpd.periods.find(({ id }) => id === periodId);
    const { pathname } = new URL(period?.baseUrls[0]?.url ?? '');
    return (await this.get(pathname + segment)).headers.get('location');
  }
}

export const periodIds = ({ mpd }: ReadMpd) => mpd.periods.map(({ id }) => id);

export class LiveDash {
  readonly environment = new TestEnvironment();
  stitcher: TestStitcher | undefined;
  /** All that were started, also by tests that compare sessions of two. */
  readonly #started: TestStitcher[] = [];

  async start(): Promise<void> {
    await this.environment.start();
    this.manifest((text) => text);
    this.environment.override('/dash-creative/*', (_, response, url) =>
      response.end(dashCreative(Number(url.pathname.split('/')[2]))),
    );
  }

  async stop(): Promise<void> {
    this.stitcher = undefined;
    for (const each of this.#started.splice(0)) await each.stop();
    await this.environment.stop();
  }

  /** Edits the MPD of the origin from now on. */
  manifest(edit: (text: string) => string): void {
    this.answer((_, response) => response.end(edit(dashManifest(this.environment))));
  }

  answer(handler: Handler): void {
    this.environment.override(dashManifestPath, handler);
  }

  set ads(ads: readonly { readonly id: string; readonly seconds: number }[]) {
    this.environment.ads = ads.map(({ id, seconds }) => ({
      id,
      seconds,
      mediaFile: `<MediaFile delivery="streaming" type="application/dash+xml" width="640" height="360">${this.environment.base}/dash-creative/${seconds}/${id}.mpd</MediaFile>`,
    }));
  }

  get polls(): number {
    return this.environment.requested(dashManifestPath);
  }

  async viewerOf(
    fields: Partial<Omit<ChannelInput, 'name'>> = {},
    folder?: string,
    entryStore?: EntryStore,
  ): Promise<DashTestViewer> {
    this.stitcher = await startStitcher(
      this.environment,
      [
        channelEntry('c1', {
          name: 'test',
          type: 'dash-live',
          sourceManifestUrl: this.environment.base + dashManifestPath,
          adSource: { system: 'gva', url: `${this.environment.base}/ads` },
          ...fields,
        }),
      ],
      folder,
      undefined,
      undefined,
      entryStore,
    );
    this.#started.push(this.stitcher);
    return new DashTestViewer(this.stitcher.port);
  }

  /** Resolves when the stitcher has read the source once more from start to end. */
  async polled(viewer: DashTestViewer): Promise<void> {
    const { polls } = this;
    await viewer.until(() => this.polls > polls + 1);
  }

  /** Publishes one segment after the other and lets the viewer see each. */
  async playUpTo(
    viewer: DashTestViewer,
    edge: number,
    each: (read: ReadMpd) => void | Promise<void> = () => undefined,
  ): Promise<ReadMpd> {
    while (this.environment.edge < edge) {
      this.environment.edge += 1;
      await this.polled(viewer);
      await each(await viewer.reload());
    }
    return viewer.reload();
  }
}
