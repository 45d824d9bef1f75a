/**
 * Cores, memory and rates that an audience needs, computed from the cost of single actions (unit-costs.ts). A model: it
 * adds up the mean load and the worst second, and leaves half of each core free. Pure.
 */
import { unitCosts } from './unit-costs.ts';

export interface Audience {
  /** At one time. */
  readonly viewers: number;
  /** Segment length, seconds: the interval at which a player requests each of its playlists. */
  readonly segmentSeconds: number;
  /** Playlists that a player follows: 2 where audio is apart from the video, 1 in DASH. */
  readonly playlists: number;
  readonly breaksAnHour: number;
  readonly adsABreak: number;
  /** Trackers of an event, those of wrappers included. */
  readonly trackersOfAnEvent: number;
  /** Seconds over which the ad requests of a break are spread. */
  readonly requestsSpreadOverSeconds: number;
  /** Viewers of a cohort, who share an ad request; 1: each session has its own. */
  readonly viewersOfACohort: number;
  /** TLS ends at the stitcher, not in front of it. */
  readonly endsTls: boolean;
}

export const usual: Omit<Audience, 'viewers'> = {
  segmentSeconds: 6,
  playlists: 2,
  breaksAnHour: 8,
  adsABreak: 4,
  trackersOfAnEvent: 1.5,
  requestsSpreadOverSeconds: 60,
  viewersOfACohort: 1,
  endsTls: false,
};

/** Impression, start, three quartiles, complete. */
const eventsOfAnAd = 6;
/** Plans that are stored of a break: announced, decided, begun, closed. */
const plansOfABreak = 4;
/** Share of a core that is planned for; the rest is for peaks within a second and for a stitcher that has failed. */
const usedShare = 0.5;
/** One stitcher is one process of Node: one core, and a little for its collector and its sockets. */
const coresOfAStitcher = 1;

export interface Capacity {
  /** A second. */
  readonly answers: number;
  readonly decisionsAtABreak: number;
  readonly events: number;
  readonly beacons: number;
  /** Cores, half used. */
  readonly stitcherCores: number;
  readonly postgresCores: number;
  readonly stitchers: number;
  /** Bytes of all stitchers. */
  readonly memory: number;
  /** Bits a second of manifests, compressed. */
  readonly manifestBits: number;
  /** The largest parts of the stitchers' time, by name, 0 to 1. */
  readonly parts: Readonly<Record<string, number>>;
}

const seconds = (us: number) => us / 1e6;

export function capacityOf(audience: Audience): Capacity {
  const { viewers, breaksAnHour, adsABreak } = audience;
  const answers = (viewers * audience.playlists) / audience.segmentSeconds;
  const breaks = (viewers * breaksAnHour) / 3_600;
  const events = breaks * adsABreak * eventsOfAnAd;
  const beacons = events * audience.trackersOfAnEvent;
  const decisionsAtABreak =
    viewers / audience.viewersOfACohort / audience.requestsSpreadOverSeconds;
  const { stored } = unitCosts;
  const answerUs = unitCosts.answerUs + (audience.endsTls ? unitCosts.tlsUs : 0);
  // In the seconds before a break of a channel that all watch; its events come after it.
  const parts = {
    manifests: answers * seconds(answerUs),
    decisions: decisionsAtABreak * seconds(unitCosts.decisionUs + stored.decision.stitcherUs),
    events: events * seconds(unitCosts.eventUs + stored.claim.stitcherUs),
    beacons: beacons * seconds(unitCosts.beaconUs),
    plans: breaks * plansOfABreak * seconds(stored.plan.stitcherUs),
  };
  const used = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const postgres =
    seconds(stored.decision.postgresUs) * decisionsAtABreak * audience.viewersOfACohort +
    seconds(stored.plan.postgresUs) * breaks * plansOfABreak +
    seconds(stored.claim.postgresUs) * events;
  const stitcherCores = used / usedShare;
  const stitchers = Math.max(1, Math.ceil(stitcherCores / coresOfAStitcher));
  return {
    ...{ answers, decisionsAtABreak, events, beacons, stitcherCores, stitchers },
    // A single stitcher shares no rows.
    postgresCores: stitchers === 1 ? 0 : postgres / usedShare,
    memory: stitchers * unitCosts.processBytes + viewers * unitCosts.sessionBytes,
    manifestBits: answers * unitCosts.answerBytes * 8,
    parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part / used])),
  };
}

/** Limits of one machine or one server, beyond which the deployment has to change. */
export const ceilings = {
  /** Of one PostgreSQL: beyond them companies go to several installations, or sessions share decisions. */
  postgresCores: 16,
  /** Of the largest machine that is rented without asking. */
  machineCores: 48,
  /** Requests a second that an ad server accepts (the example of MediaTailor's guide: 500,000 users in a minute). */
  adServerRequests: 8_333,
  /** Of one network card. */
  bits: 10e9,
} as const;

/** Ceilings that this audience exceeds, with the remedy of each, in the order in which they are usually reached. */
export function firstToBreak(capacity: Capacity): string[] {
  const { postgresCores, stitcherCores, decisionsAtABreak, manifestBits } = capacity;
  return [
    ...(decisionsAtABreak > ceilings.adServerRequests
      ? [
          'the ad server: spread requests for longer (`prefetchSchedules`, `adRequestsPerSecond`), or decide per cohort',
        ]
      : []),
    ...(postgresCores > ceilings.postgresCores
      ? [
          'one PostgreSQL: give groups of channels installations of their own, or let a balancer keep sessions and each group of channels have its stitchers',
        ]
      : []),
    ...(stitcherCores > ceilings.machineCores
      ? ['one machine: more stitchers behind the balancer']
      : []),
    ...(manifestBits > ceilings.bits ? ['one balancer: several, by DNS or anycast'] : []),
  ];
}
