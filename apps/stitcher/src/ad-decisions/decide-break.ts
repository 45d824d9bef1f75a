/**
 * From an avail to its pod: ask the ad server, look up the creatives, fit them. Everything within one
 * deadline; whatever goes wrong ends in slate or content with a reason, and in the error beacons that the
 * ad server asked for.
 */
import type { ChannelSettings } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';
import {
  type AdDropReason,
  type AdFallbackReason,
  type Avail,
  type Creative,
  contentPod,
  fitPod,
  type Pod,
  type PodCandidate,
} from '@interlude/stitching';
import {
  type InlineAd,
  isHlsMediaFile,
  judgeLinear,
  type LinearJudgement,
  type MediaFile,
} from '@interlude/vast';
import type {
  ChannelProfile,
  CreativeLibrary,
  CreativeResult,
} from '../creatives/creative-library.ts';
import type { ViewerContext } from '../sessions/viewer-context.ts';
import { buildAdRequest } from './ad-request.ts';
import { type AdAnswer, askAdServer } from './ask-ad-server.ts';
import { decisionLimits } from './decision-limits.ts';
import type { AvailContext } from './tokens.ts';

export interface ErrorReport {
  /** Error URLs with macros. */
  readonly urls: readonly string[];
  readonly iabErrorCode: number;
  readonly reason: string;
}

export interface BreakDecision {
  readonly pod: Pod;
  /** Ads by the id that placements carry. */
  readonly ads: ReadonlyMap<string, InlineAd>;
  readonly errors: readonly ErrorReport[];
  readonly askedAdServer: boolean;
}

export interface DecisionRequest {
  readonly settings: ChannelSettings;
  readonly profile: ChannelProfile;
  readonly avail: Avail;
  readonly context: AvailContext;
  readonly viewer: ViewerContext;
  /** Milliseconds for everything. */
  readonly deadlineMs: number;
}

export interface DecisionTools {
  readonly egress: Pick<Egress, 'request'>;
  readonly creatives: Pick<CreativeLibrary, 'find'>;
}

interface Candidate {
  readonly ad: InlineAd;
  readonly candidate: PodCandidate;
  /** Set when the ad cannot be used. */
  readonly iabErrorCode: number | undefined;
}

/** Codes for ads that the pod had no room or no use for; the others were never in error. */
const podErrorCodes: Partial<Record<AdDropReason, number>> = {
  AVAIL_DURATION_EXCEEDED: 202,
  LEFTOVER_EXCEEDED: 206,
  PARTIAL_FILL_REJECTED: 206,
};
const creativeErrorCodes: Partial<Record<AdDropReason, number>> = {
  NEW_CREATIVE: 407,
  CREATIVE_UNREACHABLE: 401,
  CREATIVE_UNUSABLE: 405,
  NO_VARIANT_MATCH: 403,
  SEGMENT_TOO_LONG: 403,
};
const creativeTimeoutCode = 402;

/** Ready-made HLS, the richest first: one may be CMAF and another TS. */
function hlsFiles(judged: LinearJudgement): readonly MediaFile[] {
  if (!judged.usable) {
    return [];
  }
  return judged.creative.mediaFiles
    .filter(isHlsMediaFile)
    .toSorted((a, b) => (b.maxBitrate ?? b.bitrate ?? 0) - (a.maxBitrate ?? a.bitrate ?? 0))
    .slice(0, decisionLimits.mediaFiles);
}

function creativeKey(ad: InlineAd): string | undefined {
  const universal = ad.creatives[0]?.universalAdIds[0];
  return universal && `${universal.registry}:${universal.value}`;
}

class Decision {
  readonly #request: DecisionRequest;
  readonly #tools: DecisionTools;
  readonly #signal: AbortSignal;
  readonly #errors: ErrorReport[] = [];

  constructor(request: DecisionRequest, tools: DecisionTools) {
    this.#request = request;
    this.#tools = tools;
    this.#signal = AbortSignal.timeout(request.deadlineMs);
  }

  async run(): Promise<BreakDecision> {
    const { settings, context, viewer, deadlineMs } = this.#request;
    const slate = this.#slate();
    if (settings.adSource.url === '') {
      const pod = this.#fallback('AD_SERVER_UNSET', await slate);
      return { pod, ads: new Map(), errors: [], askedAdServer: false };
    }
    const answer = await askAdServer(
      this.#tools.egress,
      buildAdRequest(settings.adSource, context, viewer),
      { signal: this.#signal, timeoutMs: deadlineMs },
    );
    for (const failure of answer.failures) {
      this.#fail(failure.errorUrls, failure.iabErrorCode, failure.reason);
    }
    const candidates = await this.#candidates(answer);
    const pod = answer.reason
      ? this.#fallback(answer.reason, await slate)
      : this.#fit(candidates, await slate);
    this.#reportDropped(candidates, pod);
    const ads = new Map(candidates.map(({ ad, candidate }) => [candidate.adId, ad]));
    return { pod, ads, errors: this.#errors, askedAdServer: true };
  }

  #fail(urls: readonly string[], iabErrorCode: number, reason: string): void {
    this.#errors.push({ urls, iabErrorCode, reason });
  }

  /** Undefined when the channel has none or it cannot be used now. */
  async #slate(): Promise<Creative | undefined> {
    const { settings, profile } = this.#request;
    if (!settings.isUsingAdSlate || settings.adSlateManifestUrl === '') {
      return undefined;
    }
    const url = settings.adSlateManifestUrl;
    const found = await this.#tools.creatives.find(url, profile, this.#signal);
    return 'creative' in found ? found.creative : undefined;
  }

  /** In the answer's order; ids are made here, because an answer may name one twice. */
  #candidates({ pod, buffet }: AdAnswer): Promise<Candidate[]> {
    return Promise.all([...pod, ...buffet].map((ad, index) => this.#candidate(ad, String(index))));
  }

  async #candidate(ad: InlineAd, adId: string): Promise<Candidate> {
    const refused = (reason: AdDropReason, iabErrorCode: number | undefined): Candidate => ({
      ad,
      candidate: { adId, sequence: ad.sequence, creative: reason },
      iabErrorCode,
    });
    const judged = judgeLinear(ad);
    if (!judged.usable) {
      return refused('NO_LINEAR_MEDIA', judged.iabErrorCode);
    }
    const files = hlsFiles(judged);
    if (files.length === 0) {
      return refused('NEW_CREATIVE', creativeErrorCodes.NEW_CREATIVE);
    }
    const found = await this.#firstFitting(files);
    if (!('creative' in found)) {
      const code = found.timedOut ? creativeTimeoutCode : creativeErrorCodes[found.reason];
      return refused(found.reason, code);
    }
    const { sequence } = ad;
    const candidate = { adId, sequence, creativeKey: creativeKey(ad), creative: found.creative };
    return { ad, candidate, iabErrorCode: undefined };
  }

  /** The first file that fits the channel; when none does, why the first did not. */
  async #firstFitting(files: readonly MediaFile[]): Promise<CreativeResult> {
    const { profile } = this.#request;
    const results = await Promise.all(
      files.map(({ url }) => this.#tools.creatives.find(url, profile, this.#signal)),
    );
    const fitting = results.find((result) => 'creative' in result);
    return fitting ?? results[0] ?? { reason: 'NO_LINEAR_MEDIA', timedOut: false };
  }

  #fit(candidates: readonly Candidate[], slate: Creative | undefined): Pod {
    const { settings, avail } = this.#request;
    const pod = fitPod(
      avail,
      candidates.map(({ candidate }) => candidate),
      {
        slate,
        minFillPercent: settings.dropPartialReplacements
          ? settings.dropPartialReplacementsMinPercentage
          : 0,
      },
    );
    const timedOut = pod.reason === 'NO_USABLE_AD' && this.#signal.aborted;
    return timedOut ? { ...pod, reason: 'DECISION_TIMEOUT' } : pod;
  }

  /** No ad: slate for the whole avail, else the source's own break. */
  #fallback(reason: AdFallbackReason, slate: Creative | undefined): Pod {
    if (!slate) {
      return contentPod(reason);
    }
    return { ...fitPod(this.#request.avail, [], { slate }), reason };
  }

  #reportDropped(candidates: readonly Candidate[], pod: Pod): void {
    const dropped = new Map(pod.dropped.map(({ adId, reason }) => [adId, reason]));
    for (const { ad, candidate, iabErrorCode } of candidates) {
      const reason = dropped.get(candidate.adId);
      const code = iabErrorCode ?? (reason && podErrorCodes[reason]);
      if (code !== undefined) {
        this.#fail(ad.errorUrls, code, reason ?? 'not usable');
      }
    }
  }
}

/** Resolves within the deadline (and a little), never rejects on anything an ad server may answer. */
export function decideBreak(
  request: DecisionRequest,
  tools: DecisionTools,
): Promise<BreakDecision> {
  return new Decision(request, tools).run();
}

/** How long a decision may take: 2.5 s, more when the break was announced that early. */
export function decisionDeadlineMs(avail: Avail, knownUntilMs: number): number {
  const leadMs = avail.startMs - knownUntilMs;
  return Math.max(decisionLimits.deadlineMs, Math.min(leadMs, decisionLimits.longestDeadlineMs));
}
