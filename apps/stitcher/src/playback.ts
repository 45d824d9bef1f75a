import { tierPlans } from '@interlude/contract';
import {
  type Clock,
  type Config,
  createCountryLookup,
  type Logger,
  type Metrics,
  newId,
  type SecretKey,
  SourceBudgets,
  type TenantEgresses,
} from '@interlude/runtime';
import { BreakDecisions } from './ad-decisions/break-decisions.ts';
import { createDecisionReport } from './ad-decisions/decision-report.ts';
import { AdRequestTurns } from './ad-request-turns/ad-request-turns.ts';
import type { TurnStore } from './ad-request-turns/turns.ts';
import { writerFolderTimes } from './append-log/held-folder.ts';
import { BeaconPipeline } from './beacons/beacon-pipeline.ts';
import { createResumePods } from './beacons/resume-pods.ts';
import { BreakRecords, type BreakRecordsOptions } from './break-records/break-records.ts';
import { recordLimits } from './break-records/record-limits.ts';
import { type ChannelChange, ChannelDirectory } from './channels/channel-directory.ts';
import { type ChannelRepository, scheduledBreaksOf } from './channels/channel-entry.ts';
import { requiresSourceRestart } from './channels/requires-source-restart.ts';
import type { AssetRepository } from './creatives/assets/asset-repository.ts';
import { createCreatives } from './creatives/create-creatives.ts';
import { DatabaseTime } from './database-time/database-time.ts';
import { type ClaimStore, EventClaims } from './event-claims/event-claims.ts';
import { EventPipeline, type EventPipelineOptions } from './events/event-pipeline.ts';
import { createStoredFiles, type StoredFilesParts } from './media/stored-files.ts';
import { createMediaCount, createStitcherMetrics, type StitcherMetrics } from './metrics.ts';
import { type MpdPace, nextMpdDelayMs } from './origin/dash-pace.ts';
import { nextPollDelayMs, type PollPace } from './origin/poll-pace.ts';
import type { PolledSource } from './origin/polled-source.ts';
import { type RefusalStore, SourceRefusals } from './origin/source-refusals.ts';
import { Sources, type SourcesOptions } from './origin/sources.ts';
import { PlayerReports } from './player-reports/player-reports.ts';
import { type EntryStore, SessionEntries } from './session-entries/session-entries.ts';
import { type PlanStore, SessionPlans } from './session-plans/session-plans.ts';
import {
  type KeptSession,
  keptSession,
  seenPeriods,
  seenSegments,
} from './sessions/kept-session.ts';
import { KeptReportRules, type ReportRules, rulesEveryMs } from './sessions/report-rules.ts';
import { SessionKeeper } from './sessions/session-keeper.ts';
import { sessionLimits } from './sessions/session-limits.ts';
import { SessionService } from './sessions/session-service.ts';
import { type TimedReports, timedReports } from './sessions/tenant-sessions.ts';
import {
  type ReadingStore,
  SourceReadings,
  type SourceReadingsOptions,
} from './source-readings/source-readings.ts';
import { type SnapshotStore, SourceSnapshots } from './source-snapshots/source-snapshots.ts';
import { isOnDemand } from './vod/vod-routes.ts';

/** Interval at which the GeoIP database is checked for a newer file, ms. */
const countriesEveryMs = 15 * 60_000;

export interface PlaybackParts
  extends Pick<EventPipelineOptions, 'applyBatch' | 'fitsBatch' | 'notifyOperators' | 'readErased'>,
    Pick<BreakRecordsOptions, 'writeRecords'> {
  readonly config: Pick<Config, 'stitcherPublicUrl' | 'dataFolder' | 'geoDatabase'> &
    Partial<Pick<Config, 'eventArchive'>>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly egress: TenantEgresses;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
  readonly channelRepository: ChannelRepository;
  /** Conditioned creatives; left out: those of ad servers are used as they are. */
  readonly assets?: AssetRepository | undefined;
  /** Where stitchers report their session counts; left out: this process has the limits of companies for itself. */
  readonly sessionReports?: TimedReports | undefined;
  /** Where decisions are stored; left out: they live in this process alone. */
  readonly entryStore?: EntryStore | undefined;
  /** Where plans of sessions are stored; left out: they live in this process alone. */
  readonly planStore?: PlanStore | undefined;
  /** Where events of ads are claimed; left out: they happen in this process alone. */
  readonly claimStore?: ClaimStore | undefined;
  /** Turns of ad requests that all stitchers share; left out: turns of this process alone. */
  readonly turnStore?: TurnStore | undefined;
  /** Where snapshots of sources are stored; left out: each source is opened without its past. */
  readonly snapshotStore?: SnapshotStore | undefined;
  /** Where common readings of sources are stored; left out: this process requests each source itself. */
  readonly readingStore?: ReadingStore | undefined;
  /** See `SourceReadingsOptions`. */
  readonly shownAfterMs?: number | undefined;
  /** Where refused sources are stored for operators; left out: they are logged alone. */
  readonly sourceRefusals?: RefusalStore | undefined;
  /** Reads the report settings by company id; left out: all companies have the defaults. */
  readonly readReportRules?: (() => Promise<ReadonlyMap<string, ReportRules>>) | undefined;
  /** Where stored files are; left out: no file is served. */
  readonly storedFiles?: StoredFilesParts;
  /** Interval until a source is requested again; left out: `nextPollDelayMs`. */
  readonly pace?: PollPace;
  readonly mpdPace?: MpdPace;
  /** How often breaks that are over are counted, in milliseconds; left out: `recordLimits.flushEveryMs`. */
  readonly recordsEveryMs?: number;
}

function createDirectory(
  { channelRepository: repository, clock, logger }: PlaybackParts,
  onChange: (change: ChannelChange) => void,
): ChannelDirectory {
  const report = {
    lost: (error: unknown) =>
      logger.error({ error }, 'the channels cannot be read: the last ones stay'),
    recovered: () => logger.info('the channels can be read again'),
  };
  return new ChannelDirectory({ repository, clock, report, onChange });
}

/** Creates the sources with their snapshots and common readings. */
function createSources(
  parts: PlaybackParts,
  metrics: StitcherMetrics,
  directory: ChannelDirectory,
  {
    onChange,
    ...common
  }: Pick<SourceReadingsOptions, 'stitchers' | 'onStarted'> & Pick<SourcesOptions, 'onChange'>,
) {
  const { egress, clock, logger, secretKey, pace, mpdPace, shownAfterMs } = parts;
  const sourceBudgets = new SourceBudgets();
  const refusals = new SourceRefusals(parts.sourceRefusals, clock, logger);
  const sealed = { secretKey, clock, logger, metrics };
  const snapshots = new SourceSnapshots({ ...sealed, store: parts.snapshotStore });
  const readings = new SourceReadings({
    ...{ ...sealed, ...common, shownAfterMs },
    store: parts.readingStore,
    stitcherId: newId(clock.now()),
  });
  const sources = new Sources({
    ...{ egress, clock, logger, metrics, refusals },
    budgets: sourceBudgets,
    findStored: (channel) => snapshots.find(channel),
    commonOf: (channel) => readings.of(channel),
    onChange: (source) => {
      snapshots.changed(source);
      onChange(source);
    },
    pace: pace ?? nextPollDelayMs,
    mpdPace: mpdPace ?? nextMpdDelayMs,
    findScheduled: (channelId) => scheduledBreaksOf(directory.find(channelId)),
  });
  return { sourceBudgets, refusals, snapshots, readings, sources };
}

/** Exchanges session counts with the other stitchers. Never rejects: while the database is away the last ones count. */
function createSessionReport(sessions: SessionService, logger: Logger): () => Promise<void> {
  let isLost = false;
  return async () => {
    try {
      await sessions.report();
      isLost = false;
    } catch (error) {
      if (!isLost) {
        logger.error({ error }, 'the sessions of other stitchers are unknown: the last ones count');
      }
      isLost = true;
    }
  };
}

function createTurns({ clock, logger, turnStore: store }: PlaybackParts, stitchers: () => number) {
  return new AdRequestTurns({ clock, logger, store, stitchers });
}

/** Services that all protocols share: channels, sources, sessions, decisions, beacons, events and stored files. */
export function createPlayback(parts: PlaybackParts) {
  const { egress, clock, logger, secretKey, config } = parts;
  const metrics = createStitcherMetrics(parts.metrics);
  const { dataFolder, eventArchive } = config;
  // Separate from that of `SourceReadings`, whose samples are single statements and therefore more exact.
  const databaseTime = new DatabaseTime(clock);
  const events = new EventPipeline({
    ...{ ...parts, dataFolder, eventArchive, metrics },
    clock: databaseTime.counting,
  });
  const { recorder } = events;
  const findSettings = (channelId: string) => directory.find(channelId)?.settings;
  const tenantOf = (channelId: string) => directory.find(channelId)?.tenantId ?? '';
  const rules = new KeptReportRules(parts.readReportRules, logger);
  const rulesOf = (tenantId: string) => rules.of(tenantId);
  const countries = createCountryLookup(config.geoDatabase, logger);
  const records = new BreakRecords({
    ...{ recorder, clock, databaseTime, logger, metrics, findSettings },
    writeRecords: parts.writeRecords,
    findSource: (channelId) => sources.find(channelId),
  });
  const playerReports = new PlayerReports({ recorder, clock, databaseTime, findSettings });
  const claims = new EventClaims({
    ...{ clock, logger, metrics, store: parts.claimStore },
    stitchers: () => sessions.stitchers,
  });
  const beacons = new BeaconPipeline({
    ...{ ...parts, dataFolder, metrics, recorder, records },
    ...{ findSettings, tenantOf, rulesOf, playerReports, claims },
  });
  const directory = createDirectory(parts, (change) => onChannelChange(change));
  const publicUrl = config.stitcherPublicUrl;
  const { assets: repository } = parts;
  const now = () => clock.now();
  const tools = {
    egress,
    now,
    ...createCreatives({ repository, egress, clock, logger, publicUrl }),
  };
  const report = createDecisionReport({
    ...{ metrics, logger, recorder, records },
    beacons: beacons.dispatcher,
  });
  const mostSessions = (channelId: string) =>
    tierPlans[directory.find(channelId)?.tier ?? 'trial'].sessions;
  const stored = { secretKey, clock, logger, metrics, mostSessions };
  const stitchers = () => sessions.stitchers;
  const entries = new SessionEntries({ ...stored, stitchers, store: parts.entryStore });
  const plans = new SessionPlans({ ...stored, store: parts.planStore });
  const breakDecisions = new BreakDecisions({
    ...{ entries, plans, tools, clock, logger, metrics, report },
    findChannel: (channelId) => directory.find(channelId),
    wasShown: (session, breakId) => beacons.adEvents.podOf(session, breakId) !== undefined,
    turns: createTurns(parts, () => sessions.stitchers),
  });
  const { sourceBudgets, refusals, snapshots, readings, sources } = createSources(
    parts,
    metrics,
    directory,
    {
      stitchers,
      onStarted: () => void reportSessions(),
      onChange: (source) => onSourceChange(source),
    },
  );
  const keeper = new SessionKeeper({ dataFolder, clock, logger });
  const sessions = new SessionService({
    keptOf: (mark) => keeper.take(mark),
    noteStart: parts.entryStore && ((session, began) => entries.noteStart(session, began)),
    reports: timedReports(parts.sessionReports, databaseTime),
    clock,
    secretKey,
    metrics,
    recorder,
    playerReports,
    rulesOf,
    countryOf: countries.countryOf,
    timing: (channelId) => sources.find(channelId)?.timing ?? { windowMs: 0, targetDurationMs: 0 },
  });

  const reportSessions = createSessionReport(sessions, logger);

  /** `breaksVersion` followed last, by source: a new break is decided for all sessions before it is requested. */
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
    storedPods: (session) => entries.ofSession(session),
    creatives: tools.creatives,
  });
  const mediaCount = createMediaCount(metrics);
  const files = createStoredFiles(parts.storedFiles, { clock: databaseTime.counting, logger });
  return {
    reportSessions,
    rules,
    countries,
    findSettings,
    files,
    metrics,
    mediaCount,
    resumePods,
    records,
    playerReports,
    events,
    directory,
    entries,
    plans,
    breakDecisions,
    sourceBudgets,
    refusals,
    snapshots,
    readings,
    sources,
    sessions,
    keeper,
    tools,
    report,
    beacons,
  };
}

export type Playback = ReturnType<typeof createPlayback>;

/**
 * Starts the periodic work of the process: sweeps, ticks, reports and gauges.
 * @param recordsEveryMs milliseconds between two checks for breaks that are over
 * @returns stops it
 */
export function runHousekeeping(
  playback: Playback,
  recordsEveryMs: number = recordLimits.flushEveryMs,
): () => void {
  const {
    sessions,
    sources,
    events,
    beacons,
    metrics,
    mediaCount,
    reportSessions,
    records,
    refusals,
    playerReports,
  } = playback;
  const flush = setInterval(() => void records.flush(), recordsEveryMs);
  const report = setInterval(() => {
    void reportSessions();
    void refusals.flush();
  }, sessionLimits.reportEveryMs);
  const { rules, countries } = playback;
  const rulesTimer = setInterval(() => void rules.refresh(), rulesEveryMs);
  const countriesTimer = setInterval(() => void countries.refresh(), countriesEveryMs);
  const sweep = setInterval(() => {
    mediaCount.flush();
    beacons.report();
    sessions.sweep();
    playerReports.flush();
    sources.sweep((channelId) => sessions.ofChannel(channelId).size > 0);
    events.observe();
    metrics.beaconsWaiting.set(beacons.waiting);
  }, sessionLimits.sweepEveryMs);
  const tick = setInterval(() => void sessions.tick(), sessionLimits.viewTickMs);
  const recovery = setInterval(() => {
    events.recover();
    void beacons.recover();
  }, writerFolderTimes.adoptEveryMs);
  return () => {
    clearInterval(rulesTimer);
    clearInterval(countriesTimer);
    clearInterval(flush);
    clearInterval(recovery);
    clearInterval(report);
    clearInterval(sweep);
    clearInterval(tick);
  };
}

function seenOf(sources: Sources, channelId: string) {
  const window = sources.dash.find(channelId)?.opened?.window;
  return window ? seenPeriods(window) : seenSegments(sources.hls.find(channelId)?.windows ?? []);
}

/**
 * Plans and pods of all sessions with the source state that they fit, for the process that continues after a stop in
 * order.
 */
export function keptSessions({ directory, sessions, sources }: Playback): KeptSession[] {
  return [...sessions.channelIds].flatMap((channelId) => {
    const channel = directory.find(channelId);
    const resets = channel?.resets;
    // A VOD asset has no live window that could have moved on.
    const isAsset = channel !== undefined && isOnDemand(channel);
    const seen = isAsset ? undefined : seenOf(sources, channelId);
    return resets === undefined
      ? []
      : [...sessions.ofChannel(channelId)].flatMap(
          (session) => keptSession(session, resets, seen) ?? [],
        );
  });
}
