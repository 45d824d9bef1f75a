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
  /** With a frequency cap: keys of the creatives of the pod's ads, in pod order; taken back if the pod is not shown. */
  readonly creativeKeys: readonly string[];
  /** Why the slate of the channel does not fill what the ads left; undefined = it does, or is not needed. */
  readonly slateFault?: AdDropReason | undefined;
  /** The ad decision from which the pod was fitted; undefined: none was made in time. */
  readonly prepared?: AdDecision | undefined;
  /** Its ads were requested for another session of the cohort, or earlier. */
  readonly isShared?: boolean | undefined;
  /** Set with contingency ads: why the session's own request yielded none. */
  readonly contingencyFor?: AdFallbackReason | undefined;
}

export interface BreakDecisionRequest {
  readonly channel: Pick<ChannelEntry, 'id' | 'tenantId' | 'settings'>;
  /** Of the channel, adapted to the cue point where the asset is on demand. */
  readonly settings: ChannelSettings;
  readonly profile: ChannelProfile;
  readonly avail: Avail;
  readonly context: AvailContext;
  readonly viewer: ViewerContext;
  /** Time for the ad request, its wrappers and the creatives together, ms. */
  readonly deadlineMs: number;
  /** Creatives that the session was given before; those of the pod are added. */
  readonly given: GivenCreatives;
}

const wrongDurationCode = 202;
/** Rule V8: seconds by which a creative may differ from what its VAST says. */
const durationErrorSeconds = 1;

/** The ad source of an avail: a pre-roll may have one of its own. */
export function adSourceOf(settings: ChannelSettings, avail: Avail): ChannelSettings['adSource'] {
  const { preRoll } = settings;
  const isOwn = avail.position === 'pre' && preRoll.useDifferentAdServer;
  return isOwn ? preRoll.adSource : settings.adSource;
}

/** Most ads that an avail takes; undefined = as many as fit. */
export function maxAdsOf(settings: ChannelSettings, avail: Avail): number | undefined {
  return avail.position === 'pre' ? settings.preRoll.maxCount : undefined;
}

/**
 * Whether the marker of the break forbids delivery on the web. Regional restrictions are left to the ad server, which
 * knows the region: it gets all flags (`scte.*`).
 * @see SCTE 35 §10.3.3 (web_delivery_allowed_flag); rule SCTE-S9
 */
function isBlackedOut({ scte35 }: Avail): boolean {
  return scteValues(scte35)['web_delivery_allowed_flag'] === '0';
}

/** The slate of an avail; undefined when the channel has none for it, and for a pre-roll. */
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

/**
 * Why the slate is missing where content fills the rest. A break that keeps the content for its minimum fill takes no
 * slate.
 */
function slateFaultOf(found: CreativeResult | undefined, pod: Pod): AdDropReason | undefined {
  const isMissed = pod.remainder === 'content' && pod.reason !== 'PARTIAL_FILL_REJECTED';
  return isMissed && found !== undefined && 'reason' in found ? found.reason : undefined;
}

/** No ad: slate for the whole avail, else the source's own break. */
function fallback(avail: Avail, reason: AdFallbackReason, slate: Creative | undefined): Pod {
  return slate ? { ...fitPod(avail, [], { slate }), reason } : contentPod(reason);
}

/** Keys of the creatives of the pod's ads, for the frequency cap. */
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

/** Whether the duration of a creative differs from the VAST `Duration` by more than rule V8 allows. */
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
  // Counted without a pause after the fitting: breaks of a VOD asset are decided concurrently.
  request.given.add(creativeKeys);
  const ads = new Map(
    candidates.flatMap(({ ad, candidate }) => (ad ? [[candidate.adId, ad] as const] : [])),
  );
  const errors = [...prepared.errors, ...podErrors(candidates, pod)];
  const slateFault = slateFaultOf(found, pod);
  return { pod, ads, errors, adServerRequested, creativeKeys, slateFault, prepared };
}

/**
 * Requests the ads of an avail and fits its pod. Resolves shortly after the deadline at the latest; never rejects,
 * whatever the ad server answers.
 */
export async function decideBreak(
  request: BreakDecisionRequest,
  tools: DecisionTools,
): Promise<BreakDecision> {
  const { settings, avail } = request;
  const adSource = adSourceOf(settings, avail);
  return decidePod(await decideAds({ ...request, adSource }, tools), request, tools);
}
