/**
 * From an avail to its pod: request the ads, look up the creatives, fit them. Everything within one
 * deadline; every failure ends in slate or content with a reason, and in the error beacons that the VAST
 * declares.
 */

import {
  type AvailContext,
  podErrorCodes,
  scteValues,
  type ViewerContext,
} from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import {
  type AdDropReason,
  type AdFallbackReason,
  type Avail,
  type Creative,
  contentPod,
  creativeKeyOf,
  fitPod,
  type Pod,
} from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { hashedProfileOf } from '../creatives/assets/hashed-profile.ts';
import type { CreativeResult } from '../creatives/creative-library.ts';
import { firstFitting } from '../creatives/first-fitting.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import type { GivenCreatives } from '../sessions/given-creatives.ts';
import {
  type AdCandidate,
  type AdDecision,
  type DecisionTools,
  decideAds,
  type ErrorReport,
} from './decide-ads.ts';

export interface BreakDecision {
  readonly pod: Pod;
  /** Ads by the id that placements carry. */
  readonly ads: ReadonlyMap<string, InlineAd>;
  readonly errors: readonly ErrorReport[];
  readonly adServerRequested: boolean;
  /** With a cap of the frequency: of the ads of the pod, in their order; those not shown after all are taken back. */
  readonly creativeKeys: readonly string[];
  /** Why the slate of the channel does not fill what the ads left; undefined = it does, or is not needed. */
  readonly slateFault?: AdDropReason | undefined;
  /** What the pod was made of; undefined: nothing was asked for in time. */
  readonly prepared?: AdDecision | undefined;
  /** It was prepared for another session of the cohort, or earlier. */
  readonly isShared?: boolean | undefined;
  /** The ads are those of the contingency request: why the session has none of its own. */
  readonly contingencyFor?: AdFallbackReason | undefined;
}

export interface BreakDecisionRequest {
  readonly channel: Pick<ChannelEntry, 'id' | 'tenantId' | 'settings'>;
  /** Of the channel, with what the place of the break makes of them. */
  readonly settings: ChannelSettings;
  readonly profile: ChannelProfile;
  readonly avail: Avail;
  readonly context: AvailContext;
  readonly viewer: ViewerContext;
  /** Milliseconds for everything. */
  readonly deadlineMs: number;
  /** Of the session; the ads of the pod are added. */
  readonly given: GivenCreatives;
}

const wrongDurationCode = 202;
/** Rule V8: seconds by which a creative may differ from what its VAST says. */
const durationErrorSeconds = 1;

/** A pre-roll may have an ad source of its own; the avail says which it is. */
export function adSourceOf(settings: ChannelSettings, avail: Avail): ChannelSettings['adSource'] {
  const { preRoll } = settings;
  const isOwn = avail.position === 'pre' && preRoll.useDifferentAdServer;
  return isOwn ? preRoll.adSource : settings.adSource;
}

/** Ads that are taken at most; undefined = as many as fit. */
export function maxAdsOf(settings: ChannelSettings, avail: Avail): number | undefined {
  return avail.position === 'pre' ? settings.preRoll.maxCount : undefined;
}

/**
 * Content that may not be delivered on the web, by the marker of its break. Regional restrictions are for the ad server,
 * which knows the region: it gets all flags (`scte.*`).
 * @see SCTE 35 §10.3.3 (web_delivery_allowed_flag); rule SCTE-S9
 */
function isBlackedOut({ scte35 }: Avail): boolean {
  return scteValues(scte35)['web_delivery_allowed_flag'] === '0';
}

/** Undefined when the channel has none, and before a programme. */
async function findSlate(
  request: BreakDecisionRequest,
  tools: DecisionTools,
): Promise<CreativeResult | undefined> {
  const { channel, settings, profile, avail, deadlineMs } = request;
  const url = settings.adSlateManifestUrl;
  const usesSlate =
    settings.isUsingAdSlate && (!settings.adSlateInBlackoutsOnly || isBlackedOut(avail));
  if (!usesSlate || url === '' || avail.position === 'pre') {
    return undefined;
  }
  const signal = AbortSignal.timeout(deadlineMs);
  const { ladder, manifestType = 'hls' } = profile;
  const hashed = ladder && hashedProfileOf(ladder, channel.settings);
  const resolved = await tools.slates?.resolve(
    { channel, url, profile: hashed, manifestType },
    signal,
  );
  return firstFitting(tools.creatives, resolved ?? [url], profile, signal);
}

/** A break that keeps the source because of the channel's minimum fill takes no slate. */
function slateFaultOf(found: CreativeResult | undefined, pod: Pod): AdDropReason | undefined {
  const isMissed = pod.remainder === 'content' && pod.reason !== 'PARTIAL_FILL_REJECTED';
  return isMissed && found !== undefined && 'reason' in found ? found.reason : undefined;
}

/** No ad: slate for the whole avail, else the source's own break. */
function fallback(avail: Avail, reason: AdFallbackReason, slate: Creative | undefined): Pod {
  return slate ? { ...fitPod(avail, [], { slate }), reason } : contentPod(reason);
}

/** Of the ads that the pod shows. */
function keysOf(pod: Pod, candidates: readonly AdCandidate[]): readonly string[] {
  const byId = new Map(candidates.map(({ candidate }) => [candidate.adId, candidate]));
  return pod.placements.flatMap(({ kind, adId }) => {
    const candidate = kind === 'ad' ? byId.get(adId) : undefined;
    return (candidate && creativeKeyOf(candidate)) ?? [];
  });
}

function fit(
  prepared: AdDecision,
  request: BreakDecisionRequest,
  slate: Creative | undefined,
): Pod {
  const { settings, avail, given } = request;
  const { candidates, ranOut } = prepared;
  const cap = settings.adFrequencyCap;
  const pod = fitPod(
    avail,
    candidates.map(({ candidate }) => candidate),
    {
      slate,
      maxAds: maxAdsOf(settings, avail),
      minFillPercent:
        settings.dropPartialReplacements && !(slate && isBlackedOut(avail))
          ? settings.dropPartialReplacementsMinPercentage
          : 0,
      frequency: cap > 0 ? { cap, countOf: (key) => given.countOf(key) } : undefined,
    },
  );
  const timedOut = pod.reason === 'NO_USABLE_AD' && ranOut;
  return timedOut ? { ...pod, reason: 'DECISION_TIMEOUT' } : pod;
}

/** Whether the media of an ad that is shown is another length than its VAST says. */
function isWronglyLong({ ad, candidate }: AdCandidate): boolean {
  const said = ad?.creatives[0]?.durationSeconds;
  const { creative } = candidate;
  return (
    said !== undefined &&
    typeof creative !== 'string' &&
    Math.abs(creative.durationMs / 1000 - said) > durationErrorSeconds
  );
}

function podErrors(candidates: readonly AdCandidate[], pod: Pod): ErrorReport[] {
  const dropped = new Map(pod.dropped.map(({ adId, reason }) => [adId, reason]));
  return candidates.flatMap((candidate): ErrorReport[] => {
    const { ad, iabErrorCode } = candidate;
    const reason = dropped.get(candidate.candidate.adId);
    const ofPod = reason && podErrorCodes[reason];
    const wrong = !reason && isWronglyLong(candidate) ? wrongDurationCode : undefined;
    const code = iabErrorCode ?? ofPod ?? wrong;
    const said = reason ?? 'its duration differs';
    return ad && code !== undefined
      ? [{ urls: ad.errorUrls, iabErrorCode: code, reason: said }]
      : [];
  });
}

/** Fits requested ads, of this viewer or of another one of its cohort. */
export async function decidePod(
  prepared: AdDecision,
  request: BreakDecisionRequest,
  tools: DecisionTools,
): Promise<BreakDecision> {
  const found = await findSlate(request, tools);
  const slate = found !== undefined && 'creative' in found ? found.creative : undefined;
  const { candidates, adServerRequested } = prepared;
  const pod = prepared.reason
    ? fallback(request.avail, prepared.reason, slate)
    : fit(prepared, request, slate);
  const creativeKeys = request.settings.adFrequencyCap > 0 ? keysOf(pod, candidates) : [];
  // In one go with the fitting: the breaks of an asset are decided at a time.
  request.given.add(creativeKeys);
  const ads = new Map(
    candidates.flatMap(({ ad, candidate }) => (ad ? [[candidate.adId, ad] as const] : [])),
  );
  const errors = [...prepared.errors, ...podErrors(candidates, pod)];
  const slateFault = slateFaultOf(found, pod);
  return { pod, ads, errors, adServerRequested, creativeKeys, slateFault, prepared };
}

/** Resolves within the deadline (and a little), never rejects on anything an ad server may answer. */
export async function decideBreak(
  request: BreakDecisionRequest,
  tools: DecisionTools,
): Promise<BreakDecision> {
  const { settings, avail } = request;
  const adSource = adSourceOf(settings, avail);
  return decidePod(await decideAds({ ...request, adSource }, tools), request, tools);
}
