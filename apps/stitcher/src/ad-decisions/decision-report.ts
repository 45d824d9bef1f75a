/** Reports ad decisions: metrics, events, one log line each, and VAST error beacons. */

import type { AvailContext } from '@interlude/ad-requests';
import type { StitcherEvent } from '@interlude/reporting';
import type { Logger } from '@interlude/runtime';
import { type AdFallbackReason, type Avail, beaconEvents, type Pod } from '@interlude/stitching';
import type { BeaconDispatcher } from '../beacons/beacon-dispatcher.ts';
import type { BreakRecords } from '../break-records/break-records.ts';
import type { OfferedBy, RecordedDecision } from '../break-records/recorded-decision.ts';
import type { EventDetails, EventRecorder } from '../events/event-recorder.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { BreakDecision } from './decide-break.ts';

export interface Decided {
  readonly avail: Avail;
  readonly context: AvailContext;
  readonly decision: BreakDecision;
  readonly offeredBy: OfferedBy;
  /** When the avail was offered, epoch ms. */
  readonly offeredAtMs: number;
  /** Deadline of the decision, ms after `offeredAtMs`. */
  readonly deadlineMs: number;
  readonly tookMs: number;
}

export interface DecisionReport {
  /** An avail was offered. */
  requested(session: PlaybackSession, avail: Avail): void;
  decided(session: PlaybackSession, decided: Decided): void;
  /** The plan itself gave up on a break (early return, cancelled, too short). */
  fallback(session: PlaybackSession, breakId: string, reason: AdFallbackReason): void;
}

export interface DecisionReportOptions {
  readonly metrics: StitcherMetrics;
  readonly logger: Logger;
  readonly recorder: EventRecorder;
  readonly beacons: Pick<BeaconDispatcher, 'sendErrors'>;
  readonly records: Pick<BreakRecords, 'decided' | 'fallback'>;
}

function outcomeOf({ placements, remainder }: Pod): 'filled' | 'partial' | 'slate' | 'content' {
  if (placements.some(({ kind }) => kind === 'ad')) {
    return remainder === 'none' ? 'filled' : 'partial';
  }
  return placements.length > 0 ? 'slate' : 'content';
}

function recordedDecision({ decision, ...about }: Decided): RecordedDecision {
  const { pod, prepared, slateFault, isShared = false, contingencyFor } = decision;
  return {
    ...about,
    ...{ pod, slateFault, isShared, contingencyFor },
    isAsked: prepared?.adServerRequested ?? false,
    requests: prepared?.requests ?? [],
    ads: prepared?.candidates ?? [],
  };
}

/**
 * Decisions for the monitor's sessions leave stages in the break record, but no metrics, events or beacons: no viewer
 * watches.
 */
export function createDecisionReport(options: DecisionReportOptions): DecisionReport {
  const { metrics, recorder, beacons, records } = options;
  const logger = options.logger;

  const eventsOf = (session: PlaybackSession, decided: Decided): StitcherEvent[] => {
    const { avail, decision } = decided;
    const { breakId } = avail;
    const { pod } = decision;
    const event = (type: StitcherEvent['type'], details: EventDetails = {}) =>
      recorder.event(type, session.subject, { breakId, ...details });
    return [
      ...(decision.adServerRequested ? [event('adRequest')] : []),
      ...(pod.reason === 'AD_SERVER_TIMEOUT' ? [event('adTimeout')] : []),
      ...(pod.reason ? [event('fallback', { reason: pod.reason })] : []),
      ...pod.dropped.map(({ reason }) => event('skipped', { reason })),
      ...decision.errors.map(({ iabErrorCode }) => event('error', { errorCode: iabErrorCode })),
    ];
  };

  return {
    requested(session, { breakId, durationMs }) {
      if (session.isMonitor) {
        return;
      }
      recorder.note(recorder.event('avail', session.subject, { breakId, durationMs }));
    },
    decided(session, decided) {
      records.decided(session, recordedDecision(decided));
      if (session.isMonitor) {
        return;
      }
      const { avail, context, decision, tookMs } = decided;
      const { pod } = decision;
      const outcome = outcomeOf(pod);
      const reason = pod.reason ?? '';
      metrics.avails.add({ outcome, reason });
      metrics.decisionSeconds.observe(tookMs / 1000);
      const inserted = pod.placements.filter(({ kind }) => kind === 'ad').length;
      for (const event of beaconEvents) {
        metrics.adEvents.add({ event, stage: 'inserted' }, inserted);
      }
      for (const dropped of pod.dropped) {
        metrics.adsDropped.add({ reason: dropped.reason });
      }
      if (decision.contingencyFor !== undefined) {
        metrics.contingencies.add({ reason: decision.contingencyFor });
      }
      if (decision.slateFault !== undefined) {
        metrics.slatesUnusable.add({ reason: decision.slateFault });
      }
      recorder.note(...eventsOf(session, decided));
      for (const { urls, iabErrorCode } of decision.errors) {
        beacons.sendErrors(session, context, urls, iabErrorCode);
      }
      const { channelId, sessionId } = session.subject;
      logger.debug(
        { channelId, sessionId, availId: avail.breakId, outcome, reason, tookMs },
        'an avail was decided',
      );
    },
    fallback(session, breakId, reason) {
      if (session.isMonitor) {
        return;
      }
      metrics.avails.add({ outcome: 'content', reason });
      recorder.note(recorder.event('fallback', session.subject, { breakId, reason }));
      records.fallback(session, breakId, reason);
    },
  };
}
