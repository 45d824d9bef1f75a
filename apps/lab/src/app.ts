/** Wiring of the lab: media, origin, ad server, recorder, pages, one server on loopback. */
import { join } from 'node:path';
import {
  type Clock,
  type Config,
  createHealth,
  type Egress,
  type Logger,
  listen,
  type Metrics,
  type Role,
} from '@interlude/runtime';
import { createAdRoutes } from './ad-server/ad-routes.ts';
import { createPackageRoutes } from './ad-server/package-routes.ts';
import { BeaconRing } from './beacon-recorder/beacon-ring.ts';
import { createBeaconRoutes } from './beacon-recorder/beacon-routes.ts';
import { createDashRoutes } from './dash-origin/dash-routes.ts';
import { createFaultRoutes } from './fault-routes.ts';
import { FaultSwitches } from './fault-switches.ts';
import { createLabServer } from './http/lab-server.ts';
import { createLiveRoutes } from './live-origin/live-routes.ts';
import { type LibraryStatus, MediaLibrary } from './media/media-library.ts';
import { createOverviewRoutes } from './overview-routes.ts';
import { createMrssRoutes } from './vod-origin/mrss-routes.ts';
import { createVodRoutes } from './vod-origin/vod-routes.ts';

export interface LabDeps {
  readonly config: Pick<Config, 'labPort' | 'dataFolder' | 'ffmpegPath'> &
    Partial<Pick<Config, 'labMediaFolder' | 'mediaRunAs'>>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Gets the lab's own address while it runs. */
  readonly egress?: Pick<Egress, 'offer'>;
}

export interface Lab extends Role {
  /** `http://127.0.0.1:port`, known after `start`. */
  readonly url: string;
  status(): LibraryStatus;
  /** Resolves when no media is being made any more. */
  whenPrepared(): Promise<void>;
}

/** Loopback regardless of HOST: requests without authentication change the lab's state. */
const LOOPBACK = '127.0.0.1';

export function createLab(deps: LabDeps): Lab {
  const { config, logger, metrics, clock } = deps;
  const library = new MediaLibrary(
    {
      folder: config.labMediaFolder ?? join(config.dataFolder, 'lab'),
      ffmpegPath: config.ffmpegPath,
      runAs: config.mediaRunAs,
    },
    logger,
  );
  const faults = new FaultSwitches();
  const ring = new BeaconRing();
  const health = createHealth({ role: 'lab', metrics });
  const counts = labCounters(metrics);
  let url = `http://${LOOPBACK}:${config.labPort}`;
  const baseUrl = () => url;
  const server = createLabServer({
    health,
    logger,
    onAnswer: counts.request,
    handlers: [
      createLiveRoutes({ library, clock, faults }),
      createDashRoutes({ library, clock, faults, baseUrl }),
      createVodRoutes({ library, clock }),
      createMrssRoutes(baseUrl),
      createBeaconRoutes({ ring, clock, faults, onBeacon: counts.beacon }),
      createAdRoutes({ library, faults, baseUrl, onDecision: counts.decision }),
      createPackageRoutes(library),
      createFaultRoutes(faults),
      createOverviewRoutes({ library, faults, baseUrl }),
    ],
  });
  const takeBack: (() => void)[] = [];
  let isStarted = false;
  return {
    name: 'lab',
    get url() {
      return url;
    },
    status: () => library.status(),
    whenPrepared: () => library.whenIdle(),
    async start() {
      const options = { port: config.labPort, host: LOOPBACK, variable: 'LAB_PORT' };
      const port = await listen(server, options);
      isStarted = true;
      url = `http://${LOOPBACK}:${port}`;
      for (const host of [LOOPBACK, 'localhost']) {
        const undo = deps.egress?.offer(`${host}:${port}`);
        if (undo !== undefined) takeBack.push(undo);
      }
      library.start();
      logger.info({ url }, 'lab listening');
    },
    async stop() {
      if (!isStarted) return;
      isStarted = false;
      for (const undo of takeBack.splice(0)) undo();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, library.stop()]);
    },
  };
}

/** Path parts that may become a label: anything else a client makes up counts as `other`. */
const parts = new Set([
  'live',
  'dash',
  'ads',
  'slate',
  'beacon',
  'beacons',
  'faults',
  'status',
  'preview',
]);

function labCounters(metrics: Metrics) {
  const requests = metrics.counter('interlude_lab_requests_total', 'Requests to the lab', [
    'part',
    'status',
  ]);
  const beacons = metrics.counter('interlude_lab_beacons_total', 'Beacons recorded', ['duplicate']);
  const decisions = metrics.counter(
    'interlude_lab_ad_decisions_total',
    'Answers of the lab ad server',
    ['outcome'],
  );
  return {
    request: (part: string, status: number) =>
      requests.add({ part: parts.has(part) ? part : 'other', status }),
    beacon: (_event: string, isDuplicate: boolean) =>
      beacons.add({ duplicate: String(isDuplicate) }),
    decision: (outcome: string) => decisions.add({ outcome }),
  };
}
