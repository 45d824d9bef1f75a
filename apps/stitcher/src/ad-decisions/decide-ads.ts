/**
 * The part of an ad decision that viewers may share: the ad server's answer and the creatives of its ads, both within
 * one deadline.
 */

import {
  type AdRequest,
  type AvailContext,
  buildAdRequest,
  creativeErrorCodes,
  failedWrapperCandidates,
  type LoggedRequest,
  podCandidate,
  RequestLog,
  requestAds,
  tagMacros,
  type ViewerContext,
} from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import type { Egress, TenantEgresses } from '@interlude/runtime';
import type { AdDropReason, AdFallbackReason, PodCandidate } from '@interlude/stitching';
import { type InlineAd, judgeLinear, type LinearCreative } from '@interlude/vast';
import { channelEgress } from '../channels/channel-egress.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { SlateAssets } from '../creatives/assets/slate-assets.ts';
import type { CreativeLibrary, CreativeResult } from '../creatives/creative-library.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import { type CreativeTools, findAdCreative } from './ad-creative.ts';

export interface ErrorReport {
  /** Error URLs with macros. */
  readonly urls: readonly string[];
  readonly iabErrorCode: number;
  readonly reason: string;
}

export interface AdDecisionRequest {
  readonly channel: Pick<ChannelEntry, 'id' | 'tenantId' | 'settings'>;
  readonly adSource: ChannelSettings['adSource'];
  readonly profile: ChannelProfile;
  readonly context: AvailContext;
  readonly viewer: ViewerContext;
  /** Time for the ad request, its wrappers and the creatives together, ms. */
  readonly deadlineMs: number;
}

export interface DecisionTools extends CreativeTools {
  readonly egress: Pick<Egress, 'request'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Finds the channel's encoding of a slate; undefined: slate addresses are used unchanged. */
  readonly slates?: Pick<SlateAssets, 'resolve'> | undefined;
}

/** Tools shared by all channels; `channelTools` narrows them to the company of one. */
export interface SharedTools extends Omit<DecisionTools, 'egress' | 'creatives'> {
  readonly egress: TenantEgresses<'request'>;
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
}

type ToolsChannel = Pick<ChannelEntry, 'tenantId' | 'settings'>;

function toolsOf(tools: SharedTools, { tenantId, settings }: ToolsChannel): DecisionTools {
  return {
    ...tools,
    egress: channelEgress(tools.egress.forTenant(tenantId), settings),
    creatives: tools.creatives.forTenant(tenantId),
  };
}

/** Tools by channel entry, made once, because thousands of viewers enter a break of a channel. */
const made = new WeakMap<SharedTools, WeakMap<ToolsChannel, DecisionTools>>();

/** The tools of one channel: egress grants and creatives of its company, its proxy for ad requests. */
export function channelTools(tools: SharedTools, channel: ToolsChannel): DecisionTools {
  const ofChannels = made.get(tools) ?? new WeakMap<ToolsChannel, DecisionTools>();
  made.set(tools, ofChannels);
  const known = ofChannels.get(channel) ?? toolsOf(tools, channel);
  ofChannels.set(channel, known);
  return known;
}

export interface AdCandidate {
  readonly candidate: PodCandidate;
  /** Undefined for a failed wrapper, whose error is among the failures of the answer. */
  readonly ad: InlineAd | undefined;
  /** VAST error code of an ad that cannot be used. */
  readonly iabErrorCode: number | undefined;
}

export interface AdDecision {
  readonly candidates: readonly AdCandidate[];
  /** Failures of the answer and its wrappers. */
  readonly errors: readonly ErrorReport[];
  /** Set when there is no ad at all. */
  readonly reason: AdFallbackReason | undefined;
  readonly adServerRequested: boolean;
  /** Of the ad request ([TRANSACTIONID]); trackers of all sessions that share the answer carry it. */
  readonly transactionId: string;
  /** The deadline passed before every creative was read. */
  readonly ranOut: boolean;
  /** Requests to the ad server and for its wrappers. */
  readonly requests: readonly LoggedRequest[];
}

const creativeTimeoutCode = 402;

/** @param adId unique within the answer, where VAST ad ids may repeat */
async function toCandidate(
  ad: InlineAd,
  adId: string,
  find: (linear: LinearCreative) => Promise<CreativeResult>,
): Promise<AdCandidate> {
  const refused = (reason: AdDropReason, iabErrorCode: number | undefined): AdCandidate => ({
    ad,
    candidate: podCandidate(ad, adId, reason),
    iabErrorCode,
  });
  const judged = judgeLinear(ad);
  if (!judged.usable) {
    return refused('NO_LINEAR_MEDIA', judged.iabErrorCode);
  }
  const found = await find(judged.creative);
  if (!('creative' in found)) {
    const code = found.timedOut ? creativeTimeoutCode : creativeErrorCodes[found.reason];
    return refused(found.reason, code);
  }
  const candidate = podCandidate(ad, adId, found.creative);
  return { ad, candidate, iabErrorCode: undefined };
}

export const notRequested = (reason: AdFallbackReason, transactionId: string): AdDecision => ({
  transactionId,
  candidates: [],
  errors: [],
  reason,
  adServerRequested: false,
  ranOut: false,
  requests: [],
});

/**
 * Requests the ads of a break and finds their creatives. Resolves shortly after the deadline at the latest; never
 * rejects, whatever the ad server answers.
 */
export async function decideAds(
  request: AdDecisionRequest,
  tools: DecisionTools,
): Promise<AdDecision> {
  const { adSource, context, viewer, deadlineMs } = request;
  if (adSource.url === '') {
    return notRequested('AD_SERVER_UNSET', context.transactionId);
  }
  const adRequest = buildAdRequest(adSource, context, viewer);
  if (!adRequest) {
    return notRequested('AD_REQUEST_INVALID', context.transactionId);
  }
  // Not AbortSignal.timeout(): it would live on and abort long after the decision, thousands of times in a crowd.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    return await askAndFind(adRequest, request, tools, deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

const isAwaited = ({ candidate }: AdCandidate) => candidate.creative === 'NEW_CREATIVE';

/**
 * Looks up those creatives of a prefetched decision again that were still being conditioned (`NEW_CREATIVE`). Resolves
 * shortly after the deadline at the latest; never rejects.
 */
export async function withNewCreatives(
  decision: AdDecision,
  { channel, profile, deadlineMs }: Pick<AdDecisionRequest, 'channel' | 'profile' | 'deadlineMs'>,
  tools: DecisionTools,
): Promise<AdDecision> {
  if (!decision.candidates.some(isAwaited)) {
    return decision;
  }
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const found = (known: AdCandidate) => {
    const { ad, candidate } = known;
    return ad && isAwaited(known)
      ? toCandidate(ad, candidate.adId, (linear) =>
          findAdCreative({ ad, linear, channel, profile }, tools, deadline.signal),
        )
      : known;
  };
  try {
    return { ...decision, candidates: await Promise.all(decision.candidates.map(found)) };
  } finally {
    clearTimeout(timer);
  }
}

async function askAndFind(
  adRequest: AdRequest,
  { channel, profile, deadlineMs, context, viewer }: AdDecisionRequest,
  tools: DecisionTools,
  signal: AbortSignal,
): Promise<AdDecision> {
  const log = new RequestLog(tools.now);
  const answer = await requestAds(tools.egress, adRequest, {
    signal,
    log,
    timeoutMs: deadlineMs,
    fillTag: tagMacros(context, viewer),
  });
  const ads = await Promise.all(
    answer.ads.map((ad, index) =>
      toCandidate(ad, String(index), (linear) =>
        findAdCreative({ ad, linear, channel, profile }, tools, signal),
      ),
    ),
  );
  const failed = failedWrapperCandidates(answer.failedWrappers).map(
    (candidate): AdCandidate => ({ ad: undefined, candidate, iabErrorCode: undefined }),
  );
  return {
    candidates: [...ads, ...failed],
    errors: answer.failures.map(({ errorUrls, iabErrorCode, reason }) => ({
      urls: errorUrls,
      iabErrorCode,
      reason,
    })),
    reason: answer.reason,
    adServerRequested: true,
    transactionId: context.transactionId,
    ranOut: signal.aborted,
    requests: log.requests,
  };
}
