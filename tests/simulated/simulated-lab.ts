/** The lab's own origin and ad server on a clock that the test moves: real writers, real HTTP, no media. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHealth, createMetrics, type Logger, listen } from '@interlude/runtime';
import type { FixedClock } from '@interlude/testkit';
import { createAdRoutes } from '../../apps/lab/src/ad-server/ad-routes.ts';
import { createPackageRoutes } from '../../apps/lab/src/ad-server/package-routes.ts';
import { type Beacon, BeaconRing } from '../../apps/lab/src/beacon-recorder/beacon-ring.ts';
import { createBeaconRoutes } from '../../apps/lab/src/beacon-recorder/beacon-routes.ts';
import { createDashRoutes } from '../../apps/lab/src/dash-origin/dash-routes.ts';
import { FaultSwitches } from '../../apps/lab/src/fault-switches.ts';
import {
  contentTypes,
  type LabAnswer,
  type LabRequest,
} from '../../apps/lab/src/http/lab-request.ts';
import { createLabServer } from '../../apps/lab/src/http/lab-server.ts';
import { createLiveRoutes } from '../../apps/lab/src/live-origin/live-routes.ts';
import { SimulatedMedia } from './simulated-media.ts';

const LOOPBACK = '127.0.0.1';
/** Real milliseconds, less than any client's timeout. */
const LONGEST_HOLD_MS = 1_000;
/** More than the viewers of one test cause. */
const KEPT_BEACONS = 200_000;

export class SimulatedLab {
  readonly #clock: FixedClock;
  readonly #logger: Logger;
  readonly #isAway: (manifest: string) => boolean;
  readonly #sources = new Set<string>();
  /** Sources that were read in this step. */
  readonly #waiting = new Set<string>();
  /** The step in which each manifest was answered last. */
  readonly #answeredAt = new Map<string, number>();
  readonly #beacons = new BeaconRing(KEPT_BEACONS);
  #step = 0;
  #release: () => void = () => undefined;
  #gate: Promise<void> = new Promise((resolve) => {
    this.#release = resolve;
  });
  #close: () => Promise<void> = async () => undefined;
  port = 0;

  /** @param isAway true when a manifest of a source (its path and query) is answered with 503 now */
  constructor(
    clock: FixedClock,
    logger: Logger,
    isAway: (manifest: string) => boolean = () => false,
  ) {
    this.#clock = clock;
    this.#logger = logger;
    this.#isAway = isAway;
  }

  get host(): string {
    return `${LOOPBACK}:${this.port}`;
  }

  /** Beacons received so far, oldest first. */
  get beacons(): readonly Beacon[] {
    return this.#beacons.list();
  }

  get baseUrl(): string {
    return `http://${this.host}`;
  }

  async start(): Promise<void> {
    const library = new SimulatedMedia(this.#logger);
    const faults = new FaultSwitches();
    const clock = this.#clock;
    const baseUrl = () => this.baseUrl;
    const server = createLabServer({
      health: createHealth({ role: 'lab', metrics: createMetrics() }),
      logger: this.#logger,
      handlers: [
        (request) => this.#hold(request),
        createLiveRoutes({ library, clock, faults }),
        createDashRoutes({ library, clock, faults, baseUrl }),
        createAdRoutes({ library, faults, baseUrl }),
        createBeaconRoutes({ ring: this.#beacons, clock, faults }),
        createPackageRoutes(library),
      ],
    });
    this.port = await listen(server, { port: 0, host: LOOPBACK, variable: 'LAB_PORT' });
    this.#close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  }

  stop(): Promise<void> {
    return this.#close();
  }

  /** Moves the clock; resolves when each source was read, from beginning to end, at the new time. */
  async advance(milliseconds: number): Promise<void> {
    this.#clock.advance(milliseconds);
    this.#step += 1;
    this.#waiting.clear();
    const release = this.#release;
    this.#gate = new Promise((resolve) => {
      this.#release = resolve;
    });
    release();
    while (this.#waiting.size < this.#sources.size) await sleep(1);
  }

  /**
   * Answers each manifest once per step; a repeated request is held until the clock moves, so that no machine time is
   * spent on polling an unchanged source. The held request shows that the source was read.
   */
  async #hold({ parts, search }: LabRequest): Promise<LabAnswer | undefined> {
    const name = parts.at(-1) ?? '';
    const isLive = parts[0] === 'live' || parts[0] === 'dash';
    if (!isLive || name === 'master.m3u8' || !/\.(m3u8|mpd)$/.test(name)) return;
    const source = parts.slice(0, -1).join('/') + search;
    this.#sources.add(source);
    const manifest = `${source} ${name}`;
    if (this.#answeredAt.get(manifest) === this.#step) {
      this.#waiting.add(source);
      await Promise.race([this.#gate, sleep(LONGEST_HOLD_MS)]);
    }
    this.#answeredAt.set(manifest, this.#step);
    if (!this.#isAway(`/${parts.join('/')}${search}`)) return undefined;
    return { status: 503, type: contentTypes.text, body: 'away\n' };
  }
}
