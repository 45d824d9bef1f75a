// D6 and D3 over all sessions of a channel: one that joins later gets the same Period ids at the same times, and
// the same content there. Its ads and their lengths may differ.
import { type Finding, FindingLog, type OutputReference } from '../rules.ts';
import type { DashAuditState } from './audit-dash-session.ts';
import { type Extension, GrowingMap } from './growing-map.ts';
import type { ObservedPeriod } from './observe-mpd.ts';

interface KnownPeriod {
  readonly output: OutputReference;
  readonly id: string;
  readonly startMs: number;
  readonly isAd: boolean;
}

interface KnownDistance {
  readonly output: OutputReference;
  /** Presentation time minus media time, ms. */
  readonly distanceMs: number;
}

/** State of the judge for all sessions of one channel. Opaque: begin with `EMPTY_DASH_CHANNEL`. */
export interface DashChannelState {
  readonly ids: GrowingMap<KnownPeriod>;
  /** Content Periods, by their start. */
  readonly content: GrowingMap<KnownPeriod>;
  /** Ad Periods that are not a session's own, by their start. */
  readonly ads: GrowingMap<KnownPeriod>;
  /** By initialization address. */
  readonly distances: GrowingMap<KnownDistance>;
}

export const EMPTY_DASH_CHANNEL: DashChannelState = {
  ids: new GrowingMap(),
  content: new GrowingMap(),
  ads: new GrowingMap(),
  distances: new GrowingMap(),
};

export interface DashChannelOptions {
  /** True for the Periods of a break that only one session has, such as its pre-roll. */
  readonly isOwn?: (periodId: string) => boolean;
}

/** ms; rounding of ticks and of xs:duration. */
const ROUNDING_MS = 2;

/** D6: ad Periods are `{break}-{index}`. */
const breakOf = (id: string): string => id.replace(/-\d+$/, '');

class ChannelCheck {
  readonly ids: Extension<KnownPeriod>;
  readonly content: Extension<KnownPeriod>;
  readonly ads: Extension<KnownPeriod>;
  readonly distances: Extension<KnownDistance>;
  readonly #output: OutputReference;
  readonly #log: FindingLog;

  constructor(known: DashChannelState, output: OutputReference, log: FindingLog) {
    this.ids = known.ids.extend();
    this.content = known.content.extend();
    this.ads = known.ads.extend();
    this.distances = known.distances.extend();
    this.#output = output;
    this.#log = log;
  }

  /** @param clock availabilityStartTime: sessions that differ in it have different times */
  checkPeriod(period: ObservedPeriod, clock: string, isOwn: boolean): void {
    const isAd = period.ad !== undefined;
    const known = { output: this.#output, id: period.id, startMs: period.startMs, isAd };
    this.#checkId(period, known, `${clock} ${period.id}`);
    const key = `${clock} ${Math.round(period.startMs)}`;
    if (!isAd) {
      this.#checkContentStart(period, known, key);
      this.#checkDistances(period, clock);
    } else if (!isOwn) this.#checkAdStart(period, known, key);
  }

  #checkId(period: ObservedPeriod, known: KnownPeriod, key: string): void {
    const before = this.ids.get(key);
    if (before === undefined) this.ids.add(key, known);
    else if (before.isAd !== known.isAd)
      this.#add(
        'D6',
        period,
        `Period ${period.id} is content in one session, an ad in another`,
        before,
      );
    else if (!known.isAd && Math.abs(before.startMs - known.startMs) > ROUNDING_MS)
      this.#add(
        'D6',
        period,
        `Period ${period.id} starts at ${before.startMs} ms in one session, at ${known.startMs} ms in another`,
        before,
      );
  }

  #checkContentStart(period: ObservedPeriod, known: KnownPeriod, key: string): void {
    const before = this.content.get(key);
    if (before === undefined) this.content.add(key, known);
    else if (before.id !== known.id)
      this.#add(
        'D6',
        period,
        `the content at ${period.startMs} ms is ${before.id} in one session, ${known.id} in another`,
        before,
      );
  }

  #checkAdStart(period: ObservedPeriod, known: KnownPeriod, key: string): void {
    const before = this.ads.get(key);
    if (before === undefined) this.ads.add(key, known);
    else if (breakOf(before.id) !== breakOf(known.id))
      this.#add(
        'D6',
        period,
        `the break at ${period.startMs} ms is ${breakOf(before.id)} in one session, ${breakOf(known.id)} in another`,
        before,
      );
  }

  #checkDistances(period: ObservedPeriod, clock: string): void {
    for (const { tracks } of period.sets)
      for (const track of tracks) {
        if (track.initialization === '') continue;
        const key = `${clock} ${track.initialization}`;
        const distanceMs = period.startMs - (track.presentationTimeOffset * 1000) / track.timescale;
        const before = this.distances.get(key);
        if (before === undefined) this.distances.add(key, { output: this.#output, distanceMs });
        else if (Math.abs(before.distanceMs - distanceMs) > ROUNDING_MS)
          this.#add(
            'D3',
            period,
            `${track.id} of Period ${period.id} plays ${Math.round(distanceMs - before.distanceMs)} ms later than in another session`,
            before,
          );
      }
  }

  #add(
    rule: 'D3' | 'D6',
    { line }: ObservedPeriod,
    detail: string,
    { output }: { readonly output: OutputReference },
  ): void {
    this.#log.add(rule, line, detail, output);
  }
}

/**
 * Judges the newest MPD of one session beside those of the channel's other sessions. Keep one state a channel, and
 * give it every session after each of its outputs.
 * @param session its name in findings, and its state after `auditDashSession`
 * @returns the state for the next MPD, and breaches of D6 (one Period id at one start for all sessions) and D3
 */
export function auditDashChannel(
  state: DashChannelState,
  session: { readonly id: string; readonly audit: DashAuditState },
  { isOwn }: DashChannelOptions = {},
): { state: DashChannelState; findings: readonly Finding[] } {
  const { last } = session.audit;
  if (last === undefined || last.mpd.type === 'static') return { state, findings: [] };
  const output = { ...last.output, sessionId: session.id };
  const log = new FindingLog(output);
  const check = new ChannelCheck(state, output, log);
  const clock = String(last.mpd.availabilityStartTimeMs);
  for (const period of last.periods) check.checkPeriod(period, clock, isOwn?.(period.id) ?? false);
  const { ids, content, ads, distances } = check;
  return {
    state: {
      ids: ids.next(),
      content: content.next(),
      ads: ads.next(),
      distances: distances.next(),
    },
    findings: log.findings,
  };
}
