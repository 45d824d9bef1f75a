/** Events of a platform, generated from a seed: the same seed gives the same events. */
import type { EventType, StitcherEvent } from '@interlude/reporting';

/** Mulberry32, random enough for tests. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const types: readonly [EventType, weight: number][] = [
  ['impression', 30],
  ['complete', 24],
  ['view', 20],
  ['avail', 8],
  ['sessionStart', 6],
  ['adRequest', 6],
  ['skipped', 2],
  ['fallback', 2],
  ['error', 1],
  ['adTimeout', 1],
  ['splices', 4],
];
const all = types.reduce((sum, [, weight]) => sum + weight, 0);

function typeOf(share: number): EventType {
  let left = share * all;
  for (const [type, weight] of types) {
    left -= weight;
    if (left < 0) return type;
  }
  return 'impression';
}

/** Small numbers are more frequent than large ones. */
const skewed = (random: () => number, count: number) => Math.floor(random() ** 2 * count);
const places = [
  ...['contentToAd', 'adToAd', 'adToContent', 'silent-contentToAd', 'silent-adToContent'],
  ...['away-stalls', 'away-exits', 'away-silent'],
];
const countries = ['DE', 'AT', 'CH', 'IN', 'GB', 'US', 'NP'];
const devices = ['Windows', 'Roku', 'iPhone', 'LG TV', 'Fire TV', 'Other'];

export interface MadeEvents {
  readonly startMs: number;
  readonly endMs: number;
  readonly count: number;
  readonly seed: number;
}

/** Sums over sessions: without a session, and for silent players without creative and device. */
function splicesOf(random: () => number): Partial<StitcherEvent> {
  const splice = places[Math.floor(random() * places.length)] ?? 'adToAd';
  const isAway = splice.startsWith('away-');
  const [stallSplices, exitSplices] = isAway ? [0, 0] : [skewed(random, 40), skewed(random, 50)];
  return {
    ...{ session: '', viewer: '', country: undefined, asset: undefined, device: undefined },
    splice,
    ...(isAway && { durationMs: Math.floor(random() * 900_000) }),
    ...(/^(?:content|ad)To/.test(splice) && {
      creative: `creative-${skewed(random, 30)}`,
      device: devices[skewed(random, devices.length)],
    }),
    quality: { stallSplices, exitSplices, stalls: skewed(random, 5), exits: skewed(random, 4) },
  };
}

/** Fields of an event that depend on its type. */
function detailsOf(type: EventType, random: () => number): Partial<StitcherEvent> {
  switch (type) {
    case 'impression':
    case 'complete': {
      const campaign = skewed(random, 5);
      return {
        creative: `creative-${skewed(random, 30)}`,
        ...(campaign > 0 && { campaign: `campaign-${campaign}` }),
        durationMs: 5_000 + Math.floor(random() * 6) * 5_000,
        ...(type === 'impression' && random() < 0.2 && { isRepeat: true }),
      };
    }
    case 'view':
      return { durationMs: 1_000 * Math.floor(random() * 600) };
    case 'avail':
      return { durationMs: 60_000 };
    case 'skipped':
    case 'fallback':
      return { reason: random() < 0.6 ? 'NO_ADS' : 'NEW_CREATIVE' };
    case 'error':
      return { errorCode: random() < 0.5 ? 303 : 400 };
    case 'splices':
      return splicesOf(random);
    default:
      return {};
  }
}

/** Events in order of time, evenly spread over the period. */
export function* madeEvents(tenant: string, made: MadeEvents): Generator<StitcherEvent> {
  const random = randomOf(made.seed);
  const step = (made.endMs - made.startMs) / made.count;
  for (let index = 0; index < made.count; index += 1) {
    const type = typeOf(random());
    const viewer = skewed(random, Math.max(50, made.count / 40));
    yield {
      type,
      atMs: Math.floor(made.startMs + index * step),
      tenant,
      channel: `channel-${skewed(random, 7)}`,
      session: type === 'view' ? '' : `s${viewer}`,
      viewer: type === 'view' ? '' : viewer.toString(16).padStart(16, '0'),
      country: countries[viewer % countries.length],
      device: devices[viewer % devices.length],
      ...(viewer % 3 === 0 && { asset: `asset-${viewer % 12}` }),
      ...detailsOf(type, random),
    };
  }
}
