/** Every metric of the stitcher. Labels are few and closed; ids stand in log lines only. */
import type { Metrics } from '@interlude/runtime';

export type StitcherMetrics = ReturnType<typeof createStitcherMetrics>;

export function createStitcherMetrics(metrics: Metrics) {
  const { counter, gauge, histogram } = metrics;
  return {
    requests: counter('interlude_stitcher_requests_total', 'Requests of viewers.', [
      'kind',
      'status',
    ]),
    sessions: gauge('interlude_stitcher_sessions', 'Playback sessions in memory.'),
    sessionsOpened: counter('interlude_stitcher_sessions_opened_total', 'Playback sessions.', [
      'how',
    ]),
    sourcePolls: counter('interlude_stitcher_source_polls_total', 'Polls of sources.', ['outcome']),
    sourcesFailing: gauge('interlude_stitcher_sources_failing', 'Active sources that fail.'),
    sources: gauge('interlude_stitcher_sources', 'Sources that are polled.'),
    avails: counter('interlude_stitcher_avails_total', 'Avails by what became of them.', [
      'outcome',
      'reason',
    ]),
    adsDropped: counter('interlude_stitcher_ads_dropped_total', 'Ads that were not placed.', [
      'reason',
    ]),
    decisionSeconds: histogram(
      'interlude_stitcher_decision_seconds',
      'Time from a break being known to its pod being decided.',
    ),
    beacons: counter('interlude_stitcher_beacons_total', 'Beacons by event and end.', [
      'event',
      'outcome',
    ]),
    beaconsWaiting: gauge('interlude_stitcher_beacons_waiting', 'Beacons that wait.'),
    redirected: counter(
      'interlude_stitcher_redirected_total',
      'Viewers sent to the source, because their channel is not stitched.',
      ['reason'],
    ),
    eventsLost: counter(
      'interlude_stitcher_events_lost_total',
      'Events that no report will count.',
      ['why'],
    ),
    eventsUnwritten: gauge('interlude_stitcher_events_unwritten', 'Events that no disk has yet.'),
    spoolBytes: gauge('interlude_stitcher_spool_bytes', 'Closed segments that wait.'),
    spoolDamaged: counter('interlude_stitcher_spool_damaged_total', 'Segments with damage.'),
    batches: counter('interlude_stitcher_batches_total', 'Batches the database has taken.'),
    lateDropped: counter('interlude_stitcher_events_late_total', 'Events too old for any row.'),
  };
}

/** Media playlists are counted in a plain number; the metric gets the sum now and then. */
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
