/** `/beacon/…` records, `/beacons` and `/beacons.json` show, DELETE clears. */
import type { Clock } from '@interlude/runtime';
import type { FaultSwitches } from '../fault-switches.ts';
import {
  type Handler,
  json,
  type LabAnswer,
  type LabRequest,
  page,
  seeOther,
  wholeNumber,
} from '../http/lab-request.ts';
import { beaconAnswer, isAccepted, isBeaconLie, isMet } from './beacon-lies.ts';
import { writeBeaconPage } from './beacon-page.ts';
import { type BeaconFilter, type BeaconRing, keyOf, type NewBeacon } from './beacon-ring.ts';

/** Headers that identify sender and viewer of a beacon (VAST 4.3 §1.2.2 and common proxy headers). */
const keptHeaders = [
  'user-agent',
  'x-forwarded-for',
  'x-device-ip',
  'x-device-user-agent',
  'x-device-referer',
  'x-device-accept-language',
  'referer',
  'accept-language',
] as const;
const TEXT_LIMIT = 300;
const PARAMETER_LIMIT = 40;
/** Beacons that the page shows; the JSON has them all. */
const PAGE_LIMIT = 1_500;

export interface BeaconDeps {
  readonly ring: BeaconRing;
  readonly clock: Clock;
  readonly faults: FaultSwitches;
  readonly onBeacon?: (event: string, isDuplicate: boolean) => void;
}

export function createBeaconRoutes(deps: BeaconDeps): Handler {
  return (request) => {
    const [root, second] = request.parts;
    if (root === 'beacon') return record(deps, request);
    if (root === 'beacons.json' && second === undefined) return asJson(deps, request);
    return root === 'beacons' ? recorder(deps, request, second) : undefined;
  };
}

function recorder(
  deps: BeaconDeps,
  request: LabRequest,
  second: string | undefined,
): LabAnswer | undefined {
  if (request.method === 'POST' && second === 'clear') {
    deps.ring.clear();
    return seeOther('/beacons');
  }
  if (second !== undefined) return undefined;
  if (request.method === 'DELETE') return asJson(deps, request);
  if (request.method !== 'GET') return undefined;
  const filter = filterOf(request.query);
  const beacons = deps.ring.list(filter).slice(-PAGE_LIMIT);
  return page(
    writeBeaconPage({ beacons, filter, total: deps.ring.total, nowMs: deps.clock.now() }),
  );
}

function asJson(deps: BeaconDeps, request: LabRequest): LabAnswer | undefined {
  if (request.method === 'DELETE') {
    deps.ring.clear();
    return json({ cleared: true });
  }
  const limit = wholeNumber(request.query, 'limit', 10_000, { min: 1, max: 10_000 });
  const beacons = deps.ring.list(filterOf(request.query)).slice(-limit);
  return json({ total: deps.ring.total, count: beacons.length, beacons });
}

function filterOf(query: URLSearchParams): BeaconFilter {
  const text = (...names: string[]) =>
    names.map((name) => query.get(name)).find(Boolean) ?? undefined;
  const after = Number(query.get('after') ?? Number.NaN);
  return {
    session: text('sid', 'session'),
    breakId: text('bid', 'break'),
    ad: text('ad'),
    event: text('event'),
    after: Number.isFinite(after) ? after : undefined,
    isAccepted: query.has('accepted') ? query.get('accepted') !== '0' : undefined,
  };
}

function record(deps: BeaconDeps, request: LabRequest): LabAnswer {
  const arrived = readBeacon(request, deps.clock.now());
  const requested = request.query.get('lie');
  const wanted = isBeaconLie(requested) ? requested : deps.faults.beacons;
  const share = shareOf(request.query.get('share')) ?? deps.faults.beaconShare;
  const isLie = wanted !== undefined && isMet(keyOf(arrived), deps.ring.countOf(arrived), share);
  const lie = isLie ? wanted : undefined;
  const beacon = deps.ring.add({ ...arrived, isAccepted: isAccepted(lie) });
  deps.onBeacon?.(beacon.event, beacon.isDuplicate);
  return beaconAnswer(lie);
}

function shareOf(text: string | null): number | undefined {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return value >= 0 && value <= 1 ? value : undefined;
}

function readBeacon(request: LabRequest, atEpochMs: number): Omit<NewBeacon, 'isAccepted'> {
  const query: Record<string, string> = {};
  for (const [name, value] of [...request.query].slice(0, PARAMETER_LIMIT)) {
    query[name.slice(0, TEXT_LIMIT)] = value.slice(0, TEXT_LIMIT);
  }
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value.slice(0, TEXT_LIMIT);
  }
  return {
    atEpochMs,
    method: request.method,
    event: (request.parts.slice(1).join('/') || 'unnamed').slice(0, TEXT_LIMIT),
    session: query['sid'] ?? '',
    breakId: query['bid'] ?? '',
    ad: query['ad'] ?? '',
    position: query['pos'] ?? '',
    query,
    headers,
  };
}
