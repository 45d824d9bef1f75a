/** Wiring of the data plane: channels in, sessions and playlists out, events and beacons away. */
import type { PlaylistSnapshotStore } from '@interlude/persistence';
import type { Batch } from '@interlude/reporting';
import {
  type Clock,
  type Config,
  createClientAddresses,
  createHealth,
  type Egress,
  type Logger,
  listen,
  type Metrics,
  type Role,
  type SecretKey,
} from '@interlude/runtime';
import { BreakDecisions } from './ad-decisions/break-decisions.ts';
import { createDecisionReport } from './ad-decisions/decision-report.ts';
import { SessionAdmission } from './admission/session-admission.ts';
import { BeaconPipeline } from './beacons/beacon-pipeline.ts';
import { createResumePods } from './beacons/resume-pods.ts';
import { type ChannelChange, ChannelDirectory } from './channels/channel-directory.ts';
import type { ChannelRepository } from './channels/channel-entry.ts';
import { requiresSourceRestart } from './channels/requires-source-restart.ts';
import { DocumentRoutes } from './client-documents/document-routes.ts';
import { type ClusterParts, createClusterRoutes } from './cluster/cluster-routes.ts';
import type { AssetRepository } from './creatives/assets/asset-repository.ts';
import { createCreatives } from './creatives/create-creatives.ts';
import { adBase } from './dash/ad-base.ts';
import { DashRoutes } from './dash/dash-routes.ts';
import { createFindResumedBreaks } from './dash/resumed-breaks.ts';
import { createDashAdServer } from './dash/serve-dash-ad.ts';
import { createMpdServer } from './dash/serve-mpd.ts';
import { createAdAddresses } from './delivery/ad-address.ts';
import { type AdSegmentServer, createAdSegmentServer } from './delivery/serve-ad-segment.ts';
import { sessionAddresses } from './delivery/session-addresses.ts';
import { EventPipeline } from './events/event-pipeline.ts';
import { HlsRoutes } from './hls/hls-routes.ts';
import { MediaPlaylistServer } from './hls/serve-media-playlist.ts';
import { createAllowCredentials } from './http/credentials.ts';
import { handleHealth } from './http/health-notes.ts';
import type { Routes } from './http/routes.ts';
import { closeServer, createStitcherServer } from './http/stitcher-server.ts';
import { keepHeapSmall } from './keep-heap-small.ts';
import { createLinearRoutes } from './linear/create-linear.ts';
import { createStoredFiles, type StoredFilesParts } from './media/stored-files.ts';
import { createMediaCount, createStitcherMetrics, type StitcherMetrics } from './metrics.ts';
import { type MpdPace, nextMpdDelayMs } from './origin/dash-pace.ts';
import { originLimits } from './origin/origin-limits.ts';
import { nextPollDelayMs, type PollPace } from './origin/poll-pace.ts';
import type { PolledSource } from './origin/polled-source.ts';
import { Sources } from './origin/sources.ts';
import { PlaylistDirectory, type PlaylistReader } from './playlists/playlist-directory.ts';
import { PlaylistRoutes } from './playlists/playlist-routes.ts';
import {
  type KeptSession,
  keptSession,
  seenPeriods,
  seenSegments,
} from './sessions/kept-session.ts';
import type { PlaybackSession } from './sessions/playback-session.ts';
import { SessionKeeper } from './sessions/session-keeper.ts';
import { sessionLimits } from './sessions/session-limits.ts';
import { SessionService } from './sessions/session-service.ts';
import { createVodRoutes } from './vod/create-vod.ts';
import { isOnDemand } from './vod/vod-routes.ts';

export interface StitcherParts extends ClusterParts {
  readonly config: Pick<
    Config,
    'stitcherPort' | 'host' | 'stitcherPublicUrl' | 'dataFolder' | 'trustedProxies'
  > &
    ClusterParts['config'];
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
  readonly channelRepository: ChannelRepository;
  /** Conditioned creatives; left out: those of ad servers are used as they come. */
  readonly assets?: AssetRepository | undefined;
  /** Adds a batch of events exactly once. */
  readonly applyBatch: (batch: Batch) => Promise<unknown>;
  /** Where files of ours are; none unless given. */
  readonly storedFiles?: StoredFilesParts;
  /** Playlists that are served; none unless given. */
  readonly playlists?: PlaylistReader | undefined;
  /** What linear playlists consist of; they are not served without. */
  readonly playlistSnapshots?: PlaylistSnapshotStore | undefined;
  /** How often sources are read; the natural pace unless said. */
  readonly pace?: PollPace;
  readonly mpdPace?: MpdPace;
}

export interface Stitcher extends Role {
  /** The port that was bound; 0 before the start. */
  readonly port: number;
}

function createDirectory(
  { channelRepository: repository, clock, logger }: StitcherParts,
  onChange: (change: ChannelChange) => void,
): ChannelDirectory {
  const report = {
    lost: (error: unknown) =>
      logger.error({ error }, 'the channels cannot be read: the last ones stay'),
    recovered: () => logger.info('the channels can be read again'),
  };
  return new ChannelDirectory({ repository, clock, report, onChange });
}

function createSources(
  { egress, clock, logger, pace, mpdPace }: StitcherParts,
  metrics: StitcherMetrics,
  directory: ChannelDirectory,
  onChange: (source: PolledSource) => void,
): Sources {
  return new Sources({
    egress,
    clock,
    logger,
    metrics,
    pace: pace ?? nextPollDelayMs,
    mpdPace: mpdPace ?? nextMpdDelayMs,
    findScheduled: (channelId) => directory.find(channelId)?.scheduledBreaks ?? [],
    onChange,
  });
}

function createPlayback(parts: StitcherParts) {
  const { egress, clock, logger, secretKey, config } = parts;
  const metrics = createStitcherMetrics(parts.metrics);
  const events = new EventPipeline({
    dataFolder: config.dataFolder,
    clock,
    logger,
    metrics,
    applyBatch: parts.applyBatch,
  });
  const { recorder } = events;
  const findSettings = (channelId: string) => directory.find(channelId)?.settings;
  const { dataFolder } = config;
  const beacons = new BeaconPipeline({ ...parts, dataFolder, metrics, recorder, findSettings });
  const directory = createDirectory(parts, (change) => onChannelChange(change));
  const publicUrl = config.stitcherPublicUrl;
  const { assets: repository } = parts;
  const tools = { egress, ...createCreatives({ repository, egress, clock, logger, publicUrl }) };
  const report = createDecisionReport({ metrics, logger, recorder, beacons: beacons.dispatcher });
  const breakDecisions = new BreakDecisions({
    tools,
    clock,
    logger,
    report,
    findChannel: (channelId) => directory.find(channelId),
    wasShown: (session, breakId) => beacons.adEvents.podOf(session, breakId) !== undefined,
  });
  const sources = createSources(parts, metrics, directory, (source) => onSourceChange(source));
  const keeper = new SessionKeeper({ dataFolder, clock, logger });
  const sessions = new SessionService({
    keptOf: (sessionId) => keeper.take(sessionId),
    clock,
    secretKey,
    metrics,
    recorder,
    timing: (channelId) => sources.find(channelId)?.timing ?? { windowMs: 0, targetDurationMs: 0 },
  });

  /** A break that has become known is decided for everybody at once, before anybody asks. */
  const followedBreaks = new WeakMap<PolledSource, number>();
  function onSourceChange(source: PolledSource): void {
    if (followedBreaks.get(source) === source.breaksVersion) {
      return;
    }
    followedBreaks.set(source, source.breaksVersion);
    void breakDecisions.followAll(sessions.ofChannel(source.channel.id), source);
  }

  function onChannelChange(change: ChannelChange): void {
    const { channel } = change;
    const isKept = change.kind === 'updated' && !requiresSourceRestart(change.before, channel);
    if (!isKept) {
      sources.drop(channel.id);
      sessions.dropChannel(channel.id);
      logger.info({ channelId: channel.id, change: change.kind }, 'a channel begins anew');
    }
  }

  const resumePods = createResumePods({
    resumedPods: (session) => beacons.adEvents.resumedPods(session),
    creatives: tools.creatives,
  });
  const mediaCount = createMediaCount(metrics);
  const files = createStoredFiles(parts.storedFiles, parts);
  return {
    files,
    metrics,
    mediaCount,
    resumePods,
    events,
    directory,
    breakDecisions,
    sources,
    sessions,
    keeper,
    tools,
    report,
    beacons,
  };
}

type Playback = ReturnType<typeof createPlayback>;

function createDash(
  { secretKey, clock, config }: StitcherParts,
  { sources, sessions, breakDecisions, directory, tools, resumePods }: Playback,
  {
    admission,
    adSegments,
  }: { readonly admission: SessionAdmission; readonly adSegments: AdSegmentServer },
): DashRoutes {
  const sessionUrl = ({ id, subject: { channelId } }: PlaybackSession) => {
    const { stitcherPublicUrl } = config;
    const channel = directory.find(channelId);
    return channel
      ? sessionAddresses(stitcherPublicUrl, channel, id).mediaURL
      : `${stitcherPublicUrl}/dash/${encodeURIComponent(channelId)}/${id}.mpd`;
  };
  const mpds = createMpdServer({
    breakDecisions,
    sessions,
    findResumedBreaks: createFindResumedBreaks(resumePods),
    findSettings: (channelId) => directory.find(channelId)?.settings,
    sessionUrl,
    adBase: (session, { index, creative }, breakId) =>
      adBase(secretKey, sessionUrl(session), { breakId, index }, creative.address),
  });
  const ads = createDashAdServer({ secretKey, adSegments, creatives: tools.creatives });
  const { openWithinMs } = originLimits;
  return new DashRoutes({
    admission,
    sources: sources.dash,
    sessions,
    breakDecisions,
    mpds,
    ads,
    clock,
    openWithinMs,
  });
}

/** A new protocol adds its routes here. */
function createRoutes(parts: StitcherParts, playback: Playback): readonly Routes[] {
  const { sessions, breakDecisions, directory, sources, metrics, beacons } = playback;
  const { secretKey, clock, config } = parts;
  const addresses = createClientAddresses(config.trustedProxies);
  const admission = new SessionAdmission({
    directory,
    sessions,
    metrics,
    addresses,
    secretKey,
    clock,
  });
  const adSegmentUri = createAdAddresses(secretKey);
  const publicUrl = config.stitcherPublicUrl;
  const adSegments = createAdSegmentServer({ secretKey, adEvents: beacons.adEvents });
  const playlists = new PlaylistDirectory(parts.playlists, clock);
  return [
    new PlaylistRoutes(playlists, parts.egress),
    ...createLinearRoutes(parts, playlists),
    new HlsRoutes({
      admission,
      sources: sources.hls,
      sessions,
      breakDecisions,
      mediaPlaylists: new MediaPlaylistServer({
        breakDecisions,
        sessions,
        adSegmentUri,
        clock,
        findSettings: (channelId) => directory.find(channelId)?.settings,
      }),
      adSegments,
      adEvents: beacons.adEvents,
      openWithinMs: originLimits.openWithinMs,
      onMedia: playback.mediaCount.add,
    }),
    createDash(parts, playback, { admission, adSegments }),
    ...createVodRoutes({
      ...{ tools: playback.tools, report: playback.report, beacons: beacons.dispatcher },
      ...{ clock, sessions, admission, adSegments, secretKey, publicUrl },
      resumePods: playback.resumePods,
      ...{ playlists, egress: parts.egress, logger: parts.logger },
    }),
    ...playback.files.routes,
    ...createClusterRoutes(parts),
    new DocumentRoutes({
      admission,
      publicUrl,
      availabilityStartMs: (channelId) => sources.dash.find(channelId)?.opened?.window.originMs,
    }),
  ];
}

/** Sweeps, ticks and gauges; the answer ends them. */
function runHousekeeping(playback: Playback): () => void {
  const { sessions, sources, events, beacons, metrics, mediaCount } = playback;
  const sweep = setInterval(() => {
    mediaCount.flush();
    beacons.tell();
    sessions.sweep();
    sources.sweep((channelId) => sessions.ofChannel(channelId).size > 0);
    events.observe();
    metrics.beaconsWaiting.set(beacons.waiting);
  }, sessionLimits.sweepEveryMs);
  const tick = setInterval(() => void sessions.tick(), sessionLimits.viewTickMs);
  return () => {
    clearInterval(sweep);
    clearInterval(tick);
  };
}

function seenOf(sources: Sources, channelId: string) {
  const window = sources.dash.find(channelId)?.opened?.window;
  return window ? seenPeriods(window) : seenSegments(sources.hls.find(channelId)?.windows ?? []);
}

/** What a successor of this process goes on with. */
function keptSessions({ directory, sessions, sources }: Playback): KeptSession[] {
  return [...sessions.channelIds].flatMap((channelId) => {
    const channel = directory.find(channelId);
    const resets = channel?.resets;
    // An asset has no window that could have moved on.
    const isAsset = channel !== undefined && isOnDemand(channel);
    const seen = isAsset ? undefined : seenOf(sources, channelId);
    return resets === undefined
      ? []
      : [...sessions.ofChannel(channelId)].flatMap(
          (session) => keptSession(session, resets, seen) ?? [],
        );
  });
}

/** The stitcher with everything it needs from outside given in. */
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
      await playback.beacons.start();
      await playback.keeper.read();
      await directory.start();
      await playback.tools.assets?.start();
      const { stitcherPort, host } = config;
      port = await listen(server, { port: stitcherPort, host, variable: 'STITCHER_PORT' });
      stopHousekeeping = runHousekeeping(playback);
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
      const kept = keptSessions(playback);
      playback.sources.stop();
      await playback.tools.assets?.stop();
      await playback.keeper.write(kept);
      await playback.beacons.stop();
      await events.stop();
    },
  };
}
