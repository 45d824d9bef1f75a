/** Every metric of the stitcher. Labels are few and closed; ids stand in log lines only. */
import type { Metrics } from '@interlude/runtime';

export type StitcherMetrics = ReturnType<typeof createStitcherMetrics>;

/** Metrics of events on their way from memory to the spool and into the database. */
function eventMetrics(metrics: Metrics) {
  return {
    eventsLost: metrics.counter(
      'interlude_stitcher_events_lost_total',
      'Events that no report will count.',
      ['why'],
    ),
    recordsLost: metrics.counter(
      'interlude_stitcher_break_records_lost_total',
      'Stages of breaks that the database did not take in time.',
    ),
    eventsNotArchived: metrics.counter(
      'interlude_stitcher_events_not_archived_total',
      'Events that are counted and will not be in the archive, because too many wait for it.',
    ),
    eventsSetAside: metrics.counter(
      'interlude_stitcher_events_set_aside_total',
      'Events that the database refuses for good, set aside until a command replays them.',
    ),
    eventsAside: metrics.gauge(
      'interlude_stitcher_events_aside',
      'Events that are set aside in the data folder now.',
    ),
    eventsUnwritten: metrics.gauge(
      'interlude_stitcher_events_unwritten',
      'Events that no disk has yet.',
    ),
    spoolBytes: metrics.gauge('interlude_stitcher_spool_bytes', 'Closed segments that wait.'),
    spoolDamaged: metrics.counter(
      'interlude_stitcher_spool_damaged_total',
      'Segments with damage.',
    ),
    batches: metrics.counter('interlude_stitcher_batches_total', 'Batches the database has taken.'),
    lateDropped: metrics.counter(
      'interlude_stitcher_events_late_total',
      'Events too old for any row.',
    ),
  };
}

export function createStitcherMetrics(metrics: Metrics) {
  return {
    requests: metrics.counter('interlude_stitcher_requests_total', 'Requests of viewers.', [
      'kind',
      'status',
    ]),
    sessions: metrics.gauge('interlude_stitcher_sessions', 'Playback sessions in memory.'),
    sessionsOpened: metrics.counter(
      'interlude_stitcher_sessions_opened_total',
      'Playback sessions.',
      ['how'],
    ),
    refused: metrics.counter(
      'interlude_stitcher_viewers_refused_total',
      'Sessions that were not opened; those over a limit get the source.',
      ['reason'],
    ),
    sourcePolls: metrics.counter('interlude_stitcher_source_polls_total', 'Polls of sources.', [
      'outcome',
    ]),
    sourcesFailing: metrics.gauge(
      'interlude_stitcher_sources_failing',
      'Active sources that fail.',
    ),
    sources: metrics.gauge('interlude_stitcher_sources', 'Sources that are polled.'),
    avails: metrics.counter('interlude_stitcher_avails_total', 'Avails by what became of them.', [
      'outcome',
      'reason',
    ]),
    adsDropped: metrics.counter(
      'interlude_stitcher_ads_dropped_total',
      'Ads that were not placed.',
      ['reason'],
    ),
    slatesUnusable: metrics.counter(
      'interlude_stitcher_slates_unusable_total',
      'Breaks that kept the source because the slate of the channel could not be used.',
      ['reason'],
    ),
    contingencies: metrics.counter(
      'interlude_stitcher_contingencies_total',
      'Breaks that got contingency ads, by why the session had none of its own.',
      ['reason'],
    ),
    decisionSeconds: metrics.histogram(
      'interlude_stitcher_decision_seconds',
      'Time from a break being known to its pod being decided.',
    ),
    sessionEntries: metrics.counter(
      'interlude_stitcher_session_entries_total',
      'Decisions by what became of them in the database: stored, late (shown before), adopted (another stitcher had decided before), unreadable, refused (the company has stored too much in this hour), lost.',
      ['outcome'],
    ),
    sessionPlans: metrics.counter(
      'interlude_stitcher_session_plans_total',
      'Plans of sessions by what became of them: stored, refused (the company has stored too much in this hour), taken_up (a session of another stitcher goes on with its numbers), jumped (one could not).',
      ['outcome'],
    ),
    adPrefetches: metrics.counter(
      'interlude_stitcher_ad_prefetches_total',
      'Ad requests before the marker of their break, by what became of their ads: used (placed, or offered for it), failed (the ad server was asked again at the break), unused (no break came).',
      ['outcome'],
    ),
    eventClaims: metrics.counter(
      'interlude_stitcher_event_claims_total',
      'Claims of events of ads, where other stitchers may see requests of the session: granted (at least one event), denied (they have happened, or have no impression before them), unknown (the database was away or slow: they happen here).',
      ['outcome'],
    ),
    sourceSnapshots: metrics.counter(
      'interlude_stitcher_source_snapshots_total',
      'Snapshots of the past of live sources: stored, restored (a source was opened with one), too_large (not stored), failed (the database, or a snapshot that could not be read).',
      ['outcome'],
    ),
    sourceReadings: metrics.counter(
      'interlude_stitcher_source_readings_total',
      'Readings of live sources that several stitchers have: put (this one has requested the source), stood (another one was first), read (of another one), unreadable, refused (too long, or more than the company may put), failed (the database).',
      ['outcome'],
    ),
    beacons: metrics.counter('interlude_stitcher_beacons_total', 'Beacons by event and end.', [
      'event',
      'outcome',
    ]),
    adEvents: metrics.counter(
      'interlude_stitcher_ad_events_total',
      'Events of ads: inserted (placed in a plan), reached (shown); beacons: fired, accepted.',
      ['event', 'stage'],
    ),
    beaconsWaiting: metrics.gauge('interlude_stitcher_beacons_waiting', 'Beacons that wait.'),
    redirected: metrics.counter(
      'interlude_stitcher_redirected_total',
      'Viewers sent to the public fallback address of their channel, because they get no session.',
      ['reason'],
    ),
    ...eventMetrics(metrics),
  };
}

/** Counts requests for media playlists in a plain number, for speed; `flush` adds it to the metric. */
export function createMediaCount({ requests }: StitcherMetrics) {
  let count = 0;
  return {
    add: () => {
      count += 1;
    },
    flush: () => {
      requests.add({ kind: 'media', status: 200 }, count);
      count = 0;
    },
  };
}
