/**
 * Soak of a live channel: many sessions over simulated minutes, with random joins, rendition switches,
 * early returns, ad-server faults and restarts of the stitcher. The environment's clock is its live edge: as fast as
 * the machine allows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditBeacons, type BeaconFinding } from '@interlude/audit';
import { type BeaconRecorder, startBeaconRecorder } from './beacon-recorder.suite.ts';
import { dashCreative, dashManifest, dashManifestPath } from './dash-environment.suite.ts';
import { DashSoakViewer, SeenByAll } from './dash-viewer.suite.ts';
import { Dice } from './dice.suite.ts';
import { Caller, SoakViewer, type Viewer, type ViewerFinding } from './soak-viewer.suite.ts';
import { channelEntry, startStitcher } from './start-stitcher.suite.ts';
import { TestEnvironment } from './test-environment.suite.ts';

export interface SoakOptions {
  readonly protocol: 'hls' | 'dash';
  readonly sessions: number;
  /** Simulated. */
  readonly minutes: number;
  readonly restarts: number;
  readonly seed: number;
  readonly onProgress?: (line: string) => void;
  /** Called after each simulated minute, with its number from 1. */
  readonly onMinute?: (minute: number) => void;
}

export interface SoakResult {
  readonly outputs: number;
  readonly sessionsSeen: number;
  readonly breaks: number;
  readonly beacons: number;
  readonly findings: readonly ViewerFinding[];
  readonly beaconFindings: readonly BeaconFinding[];
  /** Lines that the stitcher logged as errors: a soak has none. */
  readonly errors: readonly string[];
}

/** Seconds of the environment's clock between two reloads of a session; much less than the window. */
const LOOK_EVERY = 5;
const WINDOW = 20;
/** Simulated seconds pass faster than beacons travel, ms. */
const BEACON_DELAY_MS = 60_000;

const sources = {
  hls: {
    manifest: '/live/master.m3u8',
    polled: ['v0', 'v1', 'a0'].map((name) => `/live/${name}.m3u8`),
  },
  dash: { manifest: dashManifestPath, polled: [dashManifestPath] },
} as const;

type Seen = Pick<Viewer, 'outputs' | 'findings'>;
type Fault = 'none' | 'empty' | 'error' | 'html' | 'creative';

class LiveSoak {
  readonly #options: SoakOptions;
  readonly #dice: Dice;
  readonly #sources: (typeof sources)[SoakOptions['protocol']];
  readonly #environment = new TestEnvironment();
  readonly #caller = new Caller();
  readonly #seenByAll = new SeenByAll();
  #viewers: Viewer[] = [];
  /** Results of viewers that have left, without their audit state. */
  readonly #gone: Seen[] = [];
  #recorder: BeaconRecorder | undefined;
  /** Lines of the log at error level. */
  readonly #errors: string[] = [];
  #stitcher: Awaited<ReturnType<typeof startStitcher>> | undefined;
  #folder = '';
  #hasReportedFinding = false;
  #nextBreak = 30;

  constructor(options: SoakOptions) {
    this.#options = options;
    this.#dice = new Dice(options.seed);
    this.#sources = sources[options.protocol];
  }

  async run(): Promise<SoakResult> {
    this.#folder = await mkdtemp(join(tmpdir(), 'interlude-soak-'));
    await this.#environment.start();
    this.#recorder = await startBeaconRecorder();
    this.#recorder.setTime(this.#nowMs);
    this.#environment.windowSegments = WINDOW;
    this.#environment.override('/ads', (_, response, url) => this.#answerAds(response, url));
    this.#environment.override(dashManifestPath, (_, response) =>
      response.end(dashManifest(this.#environment)),
    );
    this.#environment.override('/dash-creative/*', (_, response, url) =>
      response.end(dashCreative(Number(url.pathname.split('/')[2]))),
    );
    try {
      await this.#startStitcher();
      const seconds = this.#options.minutes * 60;
      const restartEvery = Math.ceil(seconds / (this.#options.restarts + 1));
      for (let second = 1; second <= seconds; second += 1) {
        await this.#step(second);
        if (second % restartEvery === 0 && second < seconds) await this.#restart();
        if (second % 60 === 0) {
          this.#print(second / 60);
          this.#options.onMinute?.(second / 60);
        }
      }
      return await this.#result();
    } finally {
      await this.#stitcher?.stop();
      await this.#recorder?.stop();
      this.#caller.close();
      await this.#environment.stop();
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  async #startStitcher(): Promise<void> {
    const channel = channelEntry('c1', {
      name: 'soak',
      type: this.#options.protocol === 'hls' ? 'hls-live' : 'dash-live',
      sourceManifestUrl: this.#environment.base + this.#sources.manifest,
      adSource: {
        system: 'gva',
        url: `${this.#environment.base}/ads`,
        params: { placement: '{{sessionId}}.{{breakId}}' },
      },
    });
    this.#stitcher = await startStitcher(
      { host: this.#environment.host, recorder: this.#recorder?.host },
      [channel],
      this.#folder,
    );
    this.#caller.port = this.#stitcher.port;
  }

  async #restart(): Promise<void> {
    await this.#stitcher?.stop();
    this.#forget();
    await this.#startStitcher();
    const nowMs = this.#nowMs;
    await Promise.all(this.#viewers.map((viewer) => viewer.afterRestart(nowMs)));
  }

  get #nowMs(): number {
    return this.#environment.startMs + this.#environment.edge * 1_000;
  }

  /** Advances the environment by one second. */
  async #step(second: number): Promise<void> {
    this.#schedule();
    this.#environment.edge += 1;
    this.#recorder?.setTime(this.#nowMs);
    await this.#polled();
    this.#joinAndLeave();
    const due = this.#viewers.filter((viewer, index) => {
      const isNew = viewer.sessionId === '';
      return isNew || (index + second) % LOOK_EVERY === 0;
    });
    const nowMs = this.#nowMs;
    await Promise.all(
      due.map(async (viewer) => {
        if (viewer.sessionId === '') await viewer.join();
        await viewer.watch(nowMs);
      }),
    );
  }

  /** The stitcher has read the new edge of every rendition; nobody watches yet at the beginning. */
  async #polled(): Promise<void> {
    if (this.#viewers.length === 0) return;
    const names = this.#sources.polled;
    const before = names.map((name) => this.#environment.requested(name));
    const isRead = () =>
      names.every((name, index) => this.#environment.requested(name) > (before[index] ?? 0) + 1);
    while (!isRead()) await new Promise((resolve) => setTimeout(resolve, 2));
    this.#forget();
  }

  /** Clears the recordings that other tests read and a soak does not; they would fill the memory. */
  #forget(): void {
    this.#environment.requests.length = 0;
    if (!this.#stitcher) return;
    this.#stitcher.batches.length = 0;
    const { logs } = this.#stitcher;
    this.#errors.push(...logs.filter((line) => line.includes('"level":"error"')));
    logs.length = 0;
  }

  #joinAndLeave(): void {
    const dice = this.#dice;
    const wanted = this.#options.sessions;
    const joining = Math.min(
      wanted - this.#viewers.length,
      dice.between(0, Math.ceil(wanted / 20)),
    );
    for (let count = 0; count < joining; count += 1)
      this.#viewers.push(this.#viewer(new Dice(dice.between(1, 2 ** 31))));
    if (dice.isLucky(0.1) && this.#viewers.length > wanted / 2)
      for (const { outputs, findings } of this.#viewers.splice(
        dice.between(0, this.#viewers.length - 1),
        1,
      ))
        this.#gone.push({ outputs, findings });
  }

  #viewer(dice: Dice): Viewer {
    return this.#options.protocol === 'hls'
      ? new SoakViewer(this.#caller, 'c1', dice)
      : new DashSoakViewer(this.#caller, 'c1', dice, this.#seenByAll);
  }

  #schedule(): void {
    const dice = this.#dice;
    const { edge } = this.#environment;
    if (edge + 2 < this.#nextBreak) return;
    const announced = dice.between(4, 30);
    const segments = dice.isLucky(0.3) ? dice.between(2, announced) : announced;
    this.#environment.breaks.push({ at: this.#nextBreak, segments, announced });
    const gap = dice.isLucky(0.15) ? 0 : dice.between(3, 60);
    this.#nextBreak += segments + gap;
    this.#environment.ads = Array.from({ length: dice.between(1, 4) }, (_, index) =>
      this.#ad(`ad${index}`, dice.between(1, 12)),
    );
  }

  #ad(id: string, seconds: number) {
    if (this.#options.protocol === 'hls') return { id, seconds };
    const url = `${this.#environment.base}/dash-creative/${seconds}/${id}/manifest.mpd`;
    const mediaFile = `<MediaFile delivery="streaming" type="application/dash+xml" width="640" height="360">${url}</MediaFile>`;
    return { id, seconds, mediaFile };
  }

  #answerAds(response: ServerResponse, { searchParams }: URL): void {
    const placement = encodeURIComponent(searchParams.get('placement') ?? '');
    const vast = (ads = this.#environment.ads) =>
      this.#environment
        .vast(ads)
        .replaceAll('cb=[CACHEBUSTING]', `placement=${placement}`)
        .replaceAll(`${this.#environment.host}/beacon/`, `${this.#recorder?.host}/beacon/`);
    const faults: readonly Fault[] = [
      'none',
      'none',
      'none',
      'none',
      'empty',
      'error',
      'html',
      'creative',
    ];
    const fault = faults[this.#dice.between(0, faults.length - 1)];
    response.writeHead(fault === 'error' ? 503 : 200);
    if (fault === 'empty') response.end('<VAST version="4.0"/>');
    else if (fault === 'html') response.end('<html>busy</html>');
    else if (fault === 'creative')
      response.end(vast([{ id: 'lost', seconds: 4, creative: 'none' }, ...this.#environment.ads]));
    else response.end(fault === 'error' ? '' : vast());
  }

  #print(minute: number): void {
    const findings = this.#everybody.flatMap((viewer) => viewer.findings);
    const outputs = this.#everybody.reduce((sum, viewer) => sum + viewer.outputs, 0);
    const sum = `${outputs} outputs, ${this.#environment.breaks.length} breaks, ${findings.length} findings`;
    this.#options.onProgress?.(`minute ${minute}: ${this.#viewers.length} sessions, ${sum}`);
    const [first] = findings;
    if (first && !this.#hasReportedFinding) {
      this.#hasReportedFinding = true;
      this.#options.onProgress?.(`first finding: ${JSON.stringify(first.finding)}`);
    }
  }

  get #everybody(): readonly Seen[] {
    return [...this.#viewers, ...this.#gone];
  }

  async #result(): Promise<SoakResult> {
    await this.#stitcher?.stop();
    this.#forget();
    this.#stitcher = undefined;
    const all = this.#everybody;
    const beacons = (await this.#recorder?.take()) ?? [];
    return {
      outputs: all.reduce((sum, viewer) => sum + viewer.outputs, 0),
      sessionsSeen: all.length,
      breaks: this.#environment.breaks.length,
      beacons: beacons.length,
      findings: all.flatMap(({ findings }) => findings),
      errors: this.#errors,
      beaconFindings: auditBeacons(beacons, { sideBySideMs: BEACON_DELAY_MS }),
    };
  }
}

export function runLiveSoak(options: SoakOptions): Promise<SoakResult> {
  return new LiveSoak(options).run();
}
