/**
 * Makes the events of ads happen, for reports and beacons: each once for a placement under retries, rendition switches,
 * seeks and restarts. A protocol calls `reached` before it answers the request for an ad segment; its events are on the
 * disk then, and their beacons are sent after that.
 */

import { deviceHeaders, type ViewerContext } from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import type { CmcdReport, EventType } from '@interlude/reporting';
import { type Clock, type SecretKey, sealSecret } from '@interlude/runtime';
import type { BeaconEvent, DueEvent } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { BreakRecords } from '../break-records/break-records.ts';
import type { EventClaims } from '../event-claims/event-claims.ts';
import type { EventDetails, EventRecorder } from '../events/event-recorder.ts';
import type { StitcherMetrics } from '../metrics.ts';
import { campaignName } from '../sessions/campaign-name.ts';
import { creativeName } from '../sessions/creative-name.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { ReportRules } from '../sessions/report-rules.ts';
import type { BeaconDispatcher } from './beacon-dispatcher.ts';
import type { BeaconJournal } from './beacon-journal.ts';
import type { Beacon } from './beacon-sender.ts';
import { bitOf, claimDueEvents, clickBit, takeDueEvents } from './due-events.ts';
import { podRecord } from './journal-pod.ts';
import type { JournalRecord } from './journal-records.ts';

export interface RequestedSegment {
  readonly placementIndex: number;
  readonly renditionId: string;
  readonly segmentIndex: number;
  /** Audio and subtitles count only in sessions that request no video. */
  readonly isVideo: boolean;
  /** The player report (CTA-5004) that came with the request. */
  readonly cmcd?: CmcdReport | undefined;
}

export interface ListensToPlayers {
  requested(session: PlaybackSession, decided: DecidedPod, segment: RequestedSegment): void;
}

export interface AdEventsOptions {
  readonly recorder: EventRecorder;
  readonly beacons: BeaconDispatcher;
  readonly journal: BeaconJournal;
  readonly metrics: StitcherMetrics;
  readonly records: Pick<BreakRecords, 'reached' | 'requested'>;
  /** Takes player reports with the ad segments that they came with; left out: they are ignored. */
  readonly playerReports?: ListensToPlayers | undefined;
  /** Claims events that other processes may make happen, too; left out: there are no others. */
  readonly claims?: Pick<EventClaims, 'areNeeded' | 'claim' | 'inTime' | 'stop'> | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
  readonly rulesOf: (tenantId: string) => Pick<ReportRules, 'campaignFrom'>;
}

/** Purpose under which headers of owed beacons are sealed. */
export const headersPurpose = 'beacon headers';

const countedAs: Partial<Record<BeaconEvent, EventType>> = {
  impression: 'impression',
  start: 'start',
  firstQuartile: 'firstQuartile',
  midpoint: 'midpoint',
  thirdQuartile: 'thirdQuartile',
  complete: 'complete',
};

export class AdEvents {
  readonly #options: AdEventsOptions;
  /** Sessions that have requested video. */
  readonly #watching = new WeakSet<PlaybackSession>();
  /** Pods that the journal has. */
  readonly #written = new WeakSet<DecidedPod>();
  readonly #sealed = new WeakMap<ViewerContext, string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Requests whose events are being claimed. */
  readonly #claiming = new Set<Promise<void>>();
  /** Placements that were clicked on. */
  readonly #clicked = new WeakMap<DecidedPod, Set<number>>();

  constructor(options: AdEventsOptions) {
    this.#options = options;
  }

  /** The pod of a break, also one that a process before this one had shown to the session. */
  podOf(session: PlaybackSession, breakId: string): DecidedPod | undefined {
    const known = session.pod(breakId);
    if (known || !session.isResumed) {
      return known;
    }
    const resumed = this.#options.journal.resumedPod(session.id, breakId);
    if (resumed) {
      this.#written.add(resumed);
      session.addPod(breakId, resumed);
    }
    return resumed;
  }

  /** Pods that an earlier process had shown to a resumed session. */
  resumedPods(session: PlaybackSession): readonly DecidedPod[] {
    return session.isResumed
      ? this.#options.journal
          .resumedBreaks(session.id)
          .flatMap((breakId) => this.podOf(session, breakId) ?? [])
      : [];
  }

  /** Whether the journal has pods of dead processes: only then a session is resumed for an ad segment. */
  get hasResumedPods(): boolean {
    return this.#options.journal.hasResumedPods;
  }

  /**
   * Makes the events of a request for an ad segment happen. Resolves when they are on the disk, or after 500 ms; where
   * they have to be claimed and that takes longer than 400 ms, they happen later.
   */
  async reached(
    session: PlaybackSession,
    decided: DecidedPod,
    requested: RequestedSegment,
  ): Promise<void> {
    this.#options.playerReports?.requested(session, decided, requested);
    if (requested.isVideo) {
      this.#watching.add(session);
    } else if (this.#watching.has(session)) {
      return;
    }
    this.#options.records.requested(session, decided, requested);
    if (session.isMonitor) {
      return;
    }
    const { claims } = this.#options;
    if (!claims?.areNeeded(session)) {
      const { placementIndex, renditionId, segmentIndex } = requested;
      const due = takeDueEvents(decided, placementIndex, renditionId, segmentIndex);
      await this.#happenInTime(session, decided, placementIndex, due);
      return;
    }
    const happened = this.#claim(claims, session, decided, requested);
    this.#claiming.add(happened);
    const done = () => void this.#claiming.delete(happened);
    happened.then(done, done);
    await claims.inTime(happened);
  }

  async #claim(
    claims: Pick<EventClaims, 'claim'>,
    session: PlaybackSession,
    decided: DecidedPod,
    { placementIndex, renditionId, segmentIndex }: RequestedSegment,
  ): Promise<void> {
    const { breakId } = decided.avail;
    const due = await claimDueEvents(
      ...([decided, placementIndex, renditionId, segmentIndex] as const),
      (events, known) => claims.claim(session, { breakId, slot: placementIndex, events, known }),
    );
    await this.#happenInTime(session, decided, placementIndex, due);
  }

  async #happenInTime(
    session: PlaybackSession,
    decided: DecidedPod,
    placementIndex: number,
    due: readonly DueEvent[],
  ): Promise<void> {
    if (due.length === 0) {
      return;
    }
    const settings = this.#options.findSettings(session.subject.channelId);
    const isElapsed = settings?.beaconTiming === 'onElapsed';
    const later = isElapsed ? due.filter(({ afterMs }) => afterMs > 0) : [];
    for (const one of later) {
      this.#waitFor(one, () => this.#happen(session, decided, placementIndex, [one.event]));
    }
    const now = due.filter((one) => !later.includes(one)).map(({ event }) => event);
    await this.#happen(session, decided, placementIndex, now);
  }

  /**
   * `onElapsed`: an event happens when playback of the segment would have come to it, had it begun with the request.
   */
  #waitFor({ afterMs }: DueEvent, happen: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void happen();
    }, afterMs);
    this.#timers.add(timer);
  }

  async #happen(
    session: PlaybackSession,
    decided: DecidedPod,
    placementIndex: number,
    events: readonly BeaconEvent[],
  ): Promise<void> {
    if (events.length === 0) {
      return;
    }
    const ad = decided.ads.get(placementIndex);
    const beacons = ad ? this.#beaconsOf(session, decided, placementIndex, ad, events) : [];
    await Promise.all([
      this.#options.journal.write(this.#records(session, decided, placementIndex, events, beacons)),
      this.#record(session, decided, placementIndex, events),
    ]);
    for (const event of ad ? events : []) {
      this.#options.metrics.adEvents.add({ event, stage: 'reached' });
    }
    this.#options.records.reached(session, decided, placementIndex, events);
    this.#options.beacons.send(beacons);
  }

  #beaconsOf(
    session: PlaybackSession,
    { avail, pod }: DecidedPod,
    placementIndex: number,
    ad: InlineAd,
    events: readonly BeaconEvent[],
  ): Beacon[] {
    const { durationMs = 0 } = pod.placements[placementIndex] ?? {};
    const placed = { ad, sequence: placementIndex + 1, durationMs };
    const settings = this.#options.findSettings(session.subject.channelId);
    const { campaignFrom } = this.#options.rulesOf(session.subject.tenantId);
    const counted = {
      creative: creativeName(ad),
      campaign: campaignName(ad, campaignFrom) ?? '',
      atMs: this.#options.clock.now(),
    };
    return events
      .flatMap((event) => this.#options.beacons.beaconsOf(session, avail, placed, event, settings))
      .map((beacon) => ({ ...beacon, counted }));
  }

  #headers(viewer: ViewerContext): string {
    const known =
      this.#sealed.get(viewer) ??
      sealSecret(this.#options.secretKey, JSON.stringify(deviceHeaders(viewer)), headersPurpose);
    this.#sealed.set(viewer, known);
    return known;
  }

  #records(
    session: PlaybackSession,
    decided: DecidedPod,
    placementIndex: number,
    events: readonly BeaconEvent[],
    beacons: readonly Beacon[],
  ): JournalRecord[] {
    const { mark } = session;
    const pods = this.#unwritten(session, decided);
    const reached: JournalRecord = {
      k: 'r',
      s: mark,
      b: decided.avail.breakId,
      i: placementIndex,
      e: events.reduce((bits, event) => bits | bitOf(event), 0),
      at: this.#options.clock.now(),
      channel: session.subject.channelId,
      owed: beacons.map(({ id, event, url }) => [id ?? '', event, url] as const),
      headers: beacons.length > 0 ? this.#headers(session.viewer) : '',
    };
    return [...pods.map((pod) => podRecord(mark, pod)), reached];
  }

  /**
   * Pods that the journal needs with the first event of this one: for an asset on demand all of the session, as they
   * make up its timeline.
   */
  #unwritten(session: PlaybackSession, decided: DecidedPod): readonly DecidedPod[] {
    if (this.#written.has(decided)) {
      return [];
    }
    this.#written.add(decided);
    const settings = this.#options.findSettings(session.subject.channelId);
    return settings?.type.endsWith('-vod') ? [...session.pods] : [decided];
  }

  /** A viewer has clicked on an ad: counted once for a placement. */
  clicked(session: PlaybackSession, breakId: string, placementIndex: number): void {
    const decided = this.podOf(session, breakId);
    const ad = decided?.ads.get(placementIndex);
    if (!decided || !ad) {
      return;
    }
    const clicked = this.#clicked.get(decided) ?? new Set<number>();
    this.#clicked.set(decided, clicked);
    if (!clicked.has(placementIndex)) {
      clicked.add(placementIndex);
      const { recorder } = this.#options;
      const about = this.#about(session, decided, placementIndex, ad);
      const click = recorder.event('click', session.subject, about);
      const { claims } = this.#options;
      if (claims?.areNeeded(session)) {
        const known = decided.firedEvents[placementIndex] ?? 0;
        const claim = { breakId, slot: placementIndex, events: clickBit, known };
        void claims.claim(session, claim).then((claimed) => {
          if (claimed === undefined || (claimed.before & clickBit) === 0) {
            recorder.note(click);
          }
        });
      } else {
        recorder.note(click);
      }
    }
  }

  #about(
    { subject }: PlaybackSession,
    { avail, pod }: DecidedPod,
    slot: number,
    ad: InlineAd | undefined,
  ): EventDetails {
    const { campaignFrom } = this.#options.rulesOf(subject.tenantId);
    return {
      breakId: avail.breakId,
      slot,
      durationMs: pod.placements[slot]?.durationMs,
      creative: ad && creativeName(ad),
      campaign: ad && campaignName(ad, campaignFrom),
    };
  }

  /** Records events for the reports; of slate its first one alone. */
  async #record(
    session: PlaybackSession,
    decided: DecidedPod,
    placementIndex: number,
    events: readonly BeaconEvent[],
  ): Promise<void> {
    const { recorder } = this.#options;
    const ad = decided.ads.get(placementIndex);
    const about = this.#about(session, decided, placementIndex, ad);
    if (!ad) {
      const isFirst = events.includes('impression');
      await recorder.record(isFirst ? [recorder.event('slate', session.subject, about)] : []);
      return;
    }
    await recorder.record(
      events.flatMap((event) => {
        const type = countedAs[event];
        const isRepeat = type === 'impression' && session.hasSeen(creativeName(ad));
        const details = isRepeat ? { ...about, isRepeat } : about;
        return type ? [recorder.event(type, session.subject, details)] : [];
      }),
    );
  }

  /** Drops events whose place has not been played by now; those that are being claimed happen. */
  async stop(): Promise<void> {
    await this.#options.claims?.stop();
    await Promise.all(this.#claiming);
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
  }
}
