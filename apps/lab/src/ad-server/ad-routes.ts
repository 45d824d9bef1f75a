/** `/ads/vast` decides and answers, `/ads/vmap` names breaks; `/ads/click/…` is where a click leads. */
import { domainError } from '@interlude/contract/errors';
import type { FaultSwitches } from '../fault-switches.ts';
import { escapeText } from '../http/escape.ts';
import {
  answer,
  type Handler,
  type LabAnswer,
  type LabRequest,
  page,
  wholeNumber,
} from '../http/lab-request.ts';
import { writePage } from '../http/page.ts';
import { isOn } from '../live-origin/live-options.ts';
import { creatives, type LabCreative } from '../media/catalogue.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { type AdFault, adFaults, faultyAnswer } from './ad-faults.ts';
import { choosePod, rotationOf, secondsOfCreative } from './choose-pod.ts';
import { freshFolder, freshName } from './fresh-creatives.ts';
import { mediaFiles } from './media-files.ts';
import { spoilPod } from './pod-faults.ts';
import { readOffsets, writeVmap } from './vmap.ts';
import {
  type BeaconUrl,
  type PodAd,
  type VastVersion,
  vastVersions,
  type WrapperLook,
  writeInline,
  writeWrapper,
} from './write-vast.ts';

const DEFAULT_DURATION_SECONDS = 15.36;
const LONGEST_SECONDS = 600;
const WRAPPER_LIMIT = 50;
const DELAY = { min: 0, max: 120_000 };

export interface AdDeps {
  readonly library: MediaLibrary;
  readonly faults: FaultSwitches;
  /** The lab's own address without a slash at the end. */
  readonly baseUrl: () => string;
  readonly onDecision?: (outcome: string) => void;
}

interface AdRequest {
  readonly version: VastVersion;
  readonly session: string;
  readonly breakId: string;
  readonly requestId: string;
  readonly wrappers: number;
  readonly fault: AdFault | undefined;
  /** Makes creatives with new ids from this name. */
  readonly fresh: string | undefined;
}

export function createAdRoutes(deps: AdDeps): Handler {
  let requests = 0;
  return (request) => {
    const [root, second, third] = request.parts;
    if (root !== 'ads' || request.method !== 'GET') return undefined;
    if (second === 'click' && third !== undefined) return clickPage(third);
    if ((second !== 'vast' && second !== 'vmap') || third !== undefined) return undefined;
    requests += 1;
    const requested = readAdRequest(deps, request, `r${requests}`);
    deps.onDecision?.(requested.fault ?? (requested.wrappers > 0 ? 'wrapper' : 'ads'));
    return second === 'vmap'
      ? serveVmap(deps, request, requested)
      : decide(deps, request, requested);
  };
}

function readAdRequest(deps: AdDeps, request: LabRequest, requestId: string): AdRequest {
  const { query } = request;
  const text = (...names: string[]) => names.map((name) => query.get(name)).find(Boolean);
  const wanted = text('version') ?? '4.2';
  const version = vastVersions.find((each) => each === wanted || each.startsWith(`${wanted}.`));
  if (version === undefined) {
    throw domainError('REQUEST_INVALID', { reason: 'version must be 2, 3 or 4' });
  }
  const fault = query.get('fault');
  const known = adFaults.find((each) => each === fault);
  if (fault !== null && fault !== '' && fault !== 'none' && known === undefined) {
    throw domainError('REQUEST_INVALID', { reason: `fault must be one of ${adFaults.join(', ')}` });
  }
  return {
    version,
    session: text('sid', 'session', 'sessionId') ?? '',
    breakId: text('bid', 'break', 'breakId', 'avail') ?? '',
    requestId,
    wrappers: wholeNumber(query, 'wrapper', 0, { min: 0, max: WRAPPER_LIMIT }),
    fault: fault === null ? deps.faults.ads : known,
    fresh: freshName(query),
  };
}

/** Where the media of a creative are. */
function placeOf(base: string, { fresh, fault }: AdRequest, { id }: LabCreative): string {
  if (fault === 'missing-media') return `${base}/ads/creatives/gone`;
  return `${base}/ads/creatives/${fresh === undefined ? id : freshFolder(id, fresh)}`;
}

function decide(deps: AdDeps, request: LabRequest, requested: AdRequest): LabAnswer {
  const base = deps.baseUrl();
  const selfUrl = `${base}/ads/vast${request.search}`;
  if (requested.fault === 'loop') {
    const tagUrl = selfUrl.includes('fault=') ? selfUrl : `${base}/ads/vast?fault=loop`;
    return answer('xml', wrapper(requested, base, { ...follow, depth: 1, tagUrl }));
  }
  const delayed = request.query.get('delay');
  const delayMs = delayed === null ? undefined : wholeNumber(request.query, 'delay', 0, DELAY);
  const healthy = () => healthyText(deps, request, requested);
  const faulty =
    requested.fault === undefined
      ? undefined
      : faultyAnswer(requested.fault, { selfUrl, delayMs, healthy });
  if (faulty !== undefined) return faulty;
  return { ...answer('xml', healthy()), ...(delayMs !== undefined && { delayMs }) };
}

/** Wrapper attributes of a healthy wrapper (VAST 4.2 §3.19). */
const follow = { allowMultipleAds: true, fallbackOnNoAd: false };

const wrapper = (requested: AdRequest, base: string, look: WrapperLook) =>
  writeWrapper(requested.version, look, beaconUrl(base, requested), requested.requestId);

function healthyText(deps: AdDeps, request: LabRequest, requested: AdRequest): string {
  const base = deps.baseUrl();
  const next = (change: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(request.query);
    for (const [name, value] of Object.entries(change)) query.set(name, value);
    return `${base}/ads/vast?${query.toString()}`;
  };
  if (requested.wrappers > 0) {
    const tagUrl = next({ wrapper: String(requested.wrappers - 1) });
    return wrapper(requested, base, { ...follow, depth: requested.wrappers, tagUrl });
  }
  const pod = () => spoilPod(requested.fault, healthyPod(deps, request, requested), base);
  switch (requested.fault) {
    case 'wrapper-noad':
      return wrapper(requested, base, { ...follow, depth: 1, tagUrl: next({ fault: 'noad' }) });
    case 'wrapper-fallback': {
      const beside = pod().map((ad) => ({ ...ad, sequence: undefined }));
      const tagUrl = next({ fault: 'noad' });
      return wrapper(requested, base, {
        ...follow,
        depth: 1,
        tagUrl,
        fallbackOnNoAd: true,
        beside,
      });
    }
    case 'wrapper-single': {
      const tagUrl = next({ fault: 'none' });
      return wrapper(requested, base, { ...follow, depth: 1, tagUrl, allowMultipleAds: false });
    }
    default:
      return writeInline(requested.version, pod(), beaconUrl(base, requested), requested.requestId);
  }
}

function healthyPod(deps: AdDeps, request: LabRequest, requested: AdRequest): PodAd[] {
  const base = deps.baseUrl();
  const pod = choosePod(availableCreatives(deps, request.query), {
    durationSeconds: durationOf(request.query),
    maxAds: maxAdsOf(request.query),
    rotation: rotationOfRequest(request.query, requested),
  });
  return pod.flatMap((creative, index): PodAd[] => {
    const ready = deps.library.find(creative.id);
    if (ready === undefined) return [];
    return [
      {
        creative,
        clipId: requested.fresh === undefined ? creative.id : `${creative.id}-${requested.fresh}`,
        encoded: ready.encoded,
        position: index + 1,
        mediaFiles: mediaFiles(ready, {
          place: placeOf(base, requested, creative),
          containers: request.query.get('container')?.split(','),
          isFresh: requested.fresh !== undefined,
        }),
        clickUrl: `${base}/ads/click/${creative.id}`,
        sequence: index + 1,
        durationSeconds: secondsOfCreative(creative),
        advertiser: creative.brand,
        category: undefined,
      },
    ];
  });
}

/** A VMAP whose breaks refer to `/ads/vast`, with the ad parameters of the query. */
function serveVmap(deps: AdDeps, request: LabRequest, requested: AdRequest): LabAnswer {
  const base = deps.baseUrl();
  const { query, search } = request;
  const offsets = readOffsets(query);
  const healthy = () =>
    writeVmap({
      offsets,
      repeatAfter: query.get('repeat') ?? undefined,
      tagUrl: (breakId) => `${base}/ads/vast?${adQuery(query, breakId)}`,
      vast: isOn(query, 'inline')
        ? (breakId) => healthyText(deps, request, { ...requested, breakId })
        : undefined,
      trackerUrl: (event, breakId) =>
        beaconUrl(base, { ...requested, breakId })(event, { ad: 'break', pos: '0' }),
    });
  const context = { selfUrl: `${base}/ads/vmap${search}`, delayMs: undefined, healthy };
  const faulty = requested.fault === undefined ? undefined : faultyAnswer(requested.fault, context);
  return faulty ?? answer('xml', healthy());
}

function adQuery(query: URLSearchParams, breakId: string): string {
  const next = new URLSearchParams(query);
  for (const name of ['offsets', 'repeat', 'inline', 'fault']) next.delete(name);
  next.set('bid', breakId);
  return next.toString();
}

function rotationOfRequest(query: URLSearchParams, requested: AdRequest): number {
  const rotation = wholeNumber(query, 'rotation', -1, { min: -1, max: 1e9 });
  if (rotation >= 0) return rotation;
  return rotationOf(requested.breakId === '' ? requested.requestId : requested.breakId);
}

/** `maxads`, or `maxCount` as the console's parameter templates call it. */
function maxAdsOf(query: URLSearchParams): number {
  const name = query.has('maxads') ? 'maxads' : 'maxCount';
  return wholeNumber(query, name, 10, { min: 0, max: 30 });
}

function durationOf(query: URLSearchParams): number {
  const seconds = Number(query.get('duration') ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_DURATION_SECONDS;
  return Math.min(seconds, LONGEST_SECONDS);
}

/** Creatives that are already encoded, filtered by `ads=a,b`. */
function availableCreatives(deps: AdDeps, query: URLSearchParams): LabCreative[] {
  const wanted = query.get('ads')?.toUpperCase().split(',');
  return creatives.filter(
    (creative) =>
      deps.library.find(creative.id) !== undefined &&
      (wanted === undefined || wanted.includes(creative.letter)),
  );
}

/** Addresses carry session and break, so that the recorder can group beacons. */
function beaconUrl(base: string, requested: AdRequest): BeaconUrl {
  return (event, parameters) => {
    const known = new URLSearchParams({
      sid: requested.session,
      bid: requested.breakId === '' ? requested.requestId : requested.breakId,
      ...parameters,
      rid: requested.requestId,
    });
    return `${base}/beacon/${event}?${known.toString()}&cb=[CACHEBUSTING]&ts=[TIMESTAMP]`;
  };
}

function clickPage(id: string): LabAnswer {
  const creative = creatives.find((each) => each.id === id);
  if (creative === undefined) throw domainError('ROUTE_NOT_FOUND', { method: 'GET', path: id });
  const body = `<p class="lead">This is where a click on <strong>${escapeText(creative.title)}</strong> leads.</p>
<p><img class="still" src="/preview/${creative.id}.png" alt="Still of ${escapeText(creative.title)}" width="480" height="270"></p>`;
  return page(writePage({ title: creative.brand, active: '/', body }));
}
