/** The stitcher app: the routes over the services of `playback.ts`, and the order of start and stop. */
import type { PlaylistSnapshotStore } from '@interlude/persistence';
import {
  type Clock,
  type Config,
  createClientAddresses,
  createHealth,
  listen,
  type Role,
  type SecretKey,
} from '@interlude/runtime';
import { SessionAdmission } from './admission/session-admission.ts';
import { DocumentRoutes } from './client-documents/document-routes.ts';
import { type ClusterParts, createClusterRoutes } from './cluster/cluster-routes.ts';
import { createDashRoutes } from './dash/create-dash.ts';
import { createAdSegmentServer } from './delivery/serve-ad-segment.ts';
import { createHlsRoutes } from './hls/create-hls.ts';
import { createAllowCredentials } from './http/credentials.ts';
import { handleHealth } from './http/health-notes.ts';
import type { Routes } from './http/routes.ts';
import { closeServer, createStitcherServer } from './http/stitcher-server.ts';
import { keepHeapSmall } from './keep-heap-small.ts';
import { createLinearRoutes } from './linear/create-linear.ts';
import type { TierOf } from './linear/item-snapshots.ts';
import {
  createPlayback,
  keptSessions,
  type Playback,
  type PlaybackParts,
  runHousekeeping,
} from './playback.ts';
import { CmcdRoutes } from './player-reports/cmcd-routes.ts';
import { PlaylistDirectory, type PlaylistReader } from './playlists/playlist-directory.ts';
import { PlaylistRoutes } from './playlists/playlist-routes.ts';
import type { PlaybackSession } from './sessions/playback-session.ts';
import { createVodRoutes } from './vod/create-vod.ts';

export interface StitcherParts extends ClusterParts, PlaybackParts {
  readonly config: PlaybackParts['config'] &
    ClusterParts['config'] &
    Pick<Config, 'stitcherPort' | 'host' | 'trustedProxies'>;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  /** Playlists that are served; left out: none. */
  readonly playlists?: PlaylistReader | undefined;
  /** Stored items of linear playlists; left out: linear channels are not served. */
  readonly playlistSnapshots?: PlaylistSnapshotStore | undefined;
  /** Tier of a company with linear playlists, for its source budgets; left out: the smallest. */
  readonly tierOf?: TierOf | undefined;
}

export interface Stitcher extends Role {
  /** The port that was bound; 0 before the start. */
  readonly port: number;
}

/** All routes, in the order in which they are tried; a new protocol adds its routes here. */
function createRoutes(parts: StitcherParts, playback: Playback): readonly Routes[] {
  const { sessions, directory, sources, metrics, beacons, findSettings, playerReports } = playback;
  const { secretKey, clock, config, egress, logger } = parts;
  const addresses = createClientAddresses(config.trustedProxies);
  const admission = new SessionAdmission({
    directory,
    sessions,
    metrics,
    addresses,
    secretKey,
    clock,
  });
  const publicUrl = config.stitcherPublicUrl;
  const playlists = new PlaylistDirectory(parts.playlists, clock);
  const shared = {
    ...{ admission, sessions, secretKey, clock, publicUrl },
    adSegments: createAdSegmentServer({ secretKey, adEvents: beacons.adEvents }),
    adEvents: beacons.adEvents,
    breakDecisions: playback.breakDecisions,
    resumePods: playback.resumePods,
    findPlan: (session: PlaybackSession) => playback.plans.find(session),
    heard: playerReports.heard.bind(playerReports),
  };
  return [
    new PlaylistRoutes(playlists, egress),
    ...createLinearRoutes({ ...parts, sourceBudgets: playback.sourceBudgets }, playlists),
    createHlsRoutes({
      ...shared,
      sources: sources.hls,
      findSettings,
      metrics,
      onMedia: playback.mediaCount.add,
    }),
    createDashRoutes({
      ...shared,
      sources: sources.dash,
      creatives: playback.tools.creatives,
      findChannel: (channelId) => directory.find(channelId),
    }),
    ...createVodRoutes({
      ...shared,
      ...{ playlists, egress, logger },
      ...{ sourceBudgets: playback.sourceBudgets, refusals: playback.refusals },
      ...{ tools: playback.tools, report: playback.report, beacons: beacons.dispatcher },
      entries: playback.entries,
      podOf: (session, breakId) => beacons.adEvents.podOf(session, breakId),
    }),
    ...playback.files.routes,
    new CmcdRoutes({
      ...{ admission, addresses, clock, playerReports },
      findSession: (sessionId) => sessions.find(sessionId),
    }),
    ...createClusterRoutes(parts),
    new DocumentRoutes({
      ...{ admission, publicUrl },
      clicked: (session, breakId, index) => beacons.adEvents.clicked(session, breakId, index),
      availabilityStartMs: (channelId) => sources.dash.find(channelId)?.opened?.window.originMs,
    }),
  ];
}

/** Creates the stitcher from its dependencies; `start` binds its port. */
export function createStitcherApp(parts: StitcherParts): Stitcher {
  const { config, logger } = parts;
  const playback = createPlayback(parts);
  const { directory, events, metrics } = playback;
  const health = createHealth({ role: 'stitcher', metrics: parts.metrics });
  health.addCheck('channels', () => (directory.hasSnapshot ? undefined : directory.problem));
  const server = createStitcherServer({
    routes: createRoutes(parts, playback),
    allowCredentials: createAllowCredentials(directory),
    handleHealth: handleHealth(health, () => ({
      channels: directory.problem,
      events: events.problem,
    })),
    logger,
    onAnswer: (kind, status) => metrics.requests.add({ kind, status }),
  });
  let stopHousekeeping: (() => void) | undefined;
  let port = 0;
  return {
    name: 'stitcher',
    get port() {
      return port;
    },
    async start() {
      keepHeapSmall();
      await events.start();
      await Promise.all([playback.rules.refresh(), playback.countries.refresh()]);
      await playback.keeper.read();
      await directory.start();
      // After the channels are known: adopted beacons are sent with the egress grants of their channel's company.
      await playback.beacons.start();
      await playback.tools.assets?.start();
      await playback.reportSessions();
      await playback.readings.start();
      const { stitcherPort, host } = config;
      port = await listen(server, { port: stitcherPort, host, variable: 'STITCHER_PORT' });
      stopHousekeeping = runHousekeeping(playback, parts.recordsEveryMs);
      playback.files.start();
      logger.info({ port, channels: directory.size }, 'the stitcher answers');
    },
    async stop() {
      stopHousekeeping?.();
      await closeServer(server);
      await playback.files.stop();
      directory.stop();
      await playback.sessions.tick();
      await playback.breakDecisions.idle();
      await playback.entries.stop();
      await playback.plans.stop();
      await playback.records.flush();
      const kept = keptSessions(playback);
      await playback.snapshots.stop(playback.sources.all);
      playback.sources.stop();
      playback.readings.stop();
      await playback.refusals.flush();
      await playback.tools.assets?.stop();
      await playback.keeper.write(kept);
      await playback.beacons.stop();
      await playback.records.flush();
      playback.playerReports.stop(playback.sessions.all());
      await events.stop();
      await playback.sessions.leave().catch(() => undefined);
    },
  };
}
