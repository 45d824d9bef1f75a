/** `/ads/vast` decides and answers; `/ads/click/…` is where a click leads. */
import { domainError } from '@interlude/contract';
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
import { creatives, type LabCreative } from '../media/catalogue.ts';
import type { MediaLibrary, ReadyMedia } from '../media/media-library.ts';
import { type AdFault, adFaults, faultyAnswer } from './ad-faults.ts';
import { choosePod, turnOf } from './choose-pod.ts';
import {
  type BeaconUrl,
  type MediaFile,
  type PodAd,
  type VastVersion,
  vastVersions,
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
}

export function createAdRoutes(deps: AdDeps): Handler {
  let requests = 0;
  return (request) => {
    const [root, second, third] = request.parts;
    if (root !== 'ads' || request.method !== 'GET') return undefined;
    if (second === 'click' && third !== undefined) return clickPage(third);
    if (second !== 'vast' || third !== undefined) return undefined;
    requests += 1;
    const asked = readAdRequest(deps, request, `r${requests}`);
    deps.onDecision?.(asked.fault ?? (asked.wrappers > 0 ? 'wrapper' : 'ads'));
    return decide(deps, request, asked);
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
  };
}

function decide(deps: AdDeps, request: LabRequest, asked: AdRequest): LabAnswer {
  const base = deps.baseUrl();
  const selfUrl = `${base}/ads/vast${request.search}`;
  if (asked.fault === 'loop') {
    const tagUrl = selfUrl.includes('fault=') ? selfUrl : `${base}/ads/vast?fault=loop`;
    return answer('xml', writeWrapper(asked.version, { depth: 1, tagUrl }, beaconUrl(base, asked)));
  }
  const delayed = request.query.get('delay');
  const delayMs = delayed === null ? undefined : wholeNumber(request.query, 'delay', 0, DELAY);
  const healthy = () => healthyText(deps, request, asked);
  const faulty =
    asked.fault === undefined
      ? undefined
      : faultyAnswer(asked.fault, { selfUrl, delayMs, healthy });
  if (faulty !== undefined) return faulty;
  return { ...answer('xml', healthy()), ...(delayMs !== undefined && { delayMs }) };
}

function healthyText(deps: AdDeps, request: LabRequest, asked: AdRequest): string {
  const base = deps.baseUrl();
  const beacon = beaconUrl(base, asked);
  if (asked.wrappers > 0) {
    const next = new URLSearchParams(request.query);
    next.set('wrapper', String(asked.wrappers - 1));
    const tagUrl = `${base}/ads/vast?${next.toString()}`;
    return writeWrapper(asked.version, { depth: asked.wrappers, tagUrl }, beacon);
  }
  const pod = choosePod(availableCreatives(deps, request.query), {
    durationSeconds: durationOf(request.query),
    maxAds: maxAdsOf(request.query),
    turn: turnOfRequest(request.query, asked),
  });
  const ads = pod.flatMap((creative, index): PodAd[] => {
    const ready = deps.library.find(creative.id);
    if (ready === undefined) return [];
    const clickUrl = `${base}/ads/click/${creative.id}`;
    const files = mediaFiles(ready, base, request.query, asked.fault);
    return [{ creative, encoded: ready.encoded, position: index + 1, mediaFiles: files, clickUrl }];
  });
  return writeInline(asked.version, ads, beacon, asked.requestId);
}

function turnOfRequest(query: URLSearchParams, asked: AdRequest): number {
  const turn = wholeNumber(query, 'turn', -1, { min: -1, max: 1e9 });
  if (turn >= 0) return turn;
  return turnOf(asked.breakId === '' ? asked.requestId : asked.breakId);
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

/** What is encoded already, narrowed by `ads=a,b`. */
function availableCreatives(deps: AdDeps, query: URLSearchParams): LabCreative[] {
  const wanted = query.get('ads')?.toUpperCase().split(',');
  return creatives.filter(
    (creative) =>
      deps.library.find(creative.id) !== undefined &&
      (wanted === undefined || wanted.includes(creative.letter)),
  );
}

/** Addresses carry who asked, so that the recorder can put beacons together. */
function beaconUrl(base: string, asked: AdRequest): BeaconUrl {
  return (event, parameters) => {
    const known = new URLSearchParams({
      sid: asked.session,
      bid: asked.breakId === '' ? asked.requestId : asked.breakId,
      ...parameters,
      rid: asked.requestId,
    });
    return `${base}/beacon/${event}?${known.toString()}&cb=[CACHEBUSTING]&ts=[TIMESTAMP]`;
  };
}

/** `container=cmaf,ts,dash,mp4` narrows the list; all four otherwise. */
function mediaFiles(
  ready: ReadyMedia,
  base: string,
  query: URLSearchParams,
  fault: AdFault | undefined,
): MediaFile[] {
  const wanted = query.get('container')?.split(',');
  const [largest] = ready.encoded.renditions;
  const place = `${base}/ads/creatives/${fault === 'missing-media' ? 'gone' : ready.media.id}`;
  const common = {
    width: largest?.width ?? 0,
    height: largest?.height ?? 0,
    bitrateKbps: Math.ceil((largest?.averageBps ?? 0) / 1000),
  };
  const all: (MediaFile & { container: string })[] = [
    {
      container: 'mp4',
      url: `${place}/media.mp4`,
      delivery: 'progressive',
      type: 'video/mp4',
      ...common,
    },
    ...ready.encoded.containers.map((container) => ({
      container,
      url: `${place}/${container}/master.m3u8`,
      delivery: 'streaming' as const,
      type: 'application/vnd.apple.mpegurl',
      ...common,
    })),
    {
      container: 'dash',
      url: `${place}/dash/manifest.mpd`,
      delivery: 'streaming',
      type: 'application/dash+xml',
      ...common,
    },
  ];
  return all
    .filter((file) => wanted === undefined || wanted.includes(file.container))
    .map(({ container: _, ...file }) => file);
}

function clickPage(id: string): LabAnswer {
  const creative = creatives.find((each) => each.id === id);
  if (creative === undefined) throw domainError('ROUTE_NOT_FOUND', { method: 'GET', path: id });
  const body = `<p class="lead">This is where a click on <strong>${escapeText(creative.title)}</strong> leads.</p>
<p><img class="still" src="/preview/${creative.id}.png" alt="Still of ${escapeText(creative.title)}" width="480" height="270"></p>`;
  return page(writePage({ title: creative.brand, active: '/', body }));
}
