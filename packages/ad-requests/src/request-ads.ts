/** Requests ads and resolves their wrappers. Never rejects: a failure is a reason of the closed list. */
import { DomainError } from '@interlude/contract/errors';
import type { Egress } from '@interlude/runtime';
import type { AdFallbackReason } from '@interlude/stitching';
import {
  decodeDocument,
  type InlineAd,
  orderPod,
  parseVast,
  type ResolvedVast,
  resolveWrappers,
  type VastAd,
  type VastFailure,
} from '@interlude/vast';
import { type AdRequest, adRequestLimits } from './request/ad-request.ts';
import type { AnsweredRequest, RequestLog } from './request-log.ts';

/** A wrapper that has a position in the pod and led to no ad. */
export interface FailedWrapper {
  readonly sequence: number;
  /** False when the wrapper allows no other ad at its position (`fallbackOnNoAd`). */
  readonly mayBeReplaced: boolean;
}

export interface AdAnswer {
  /** Ads with a sequence first, in playing order; then the stand-alone ones in document order. */
  readonly ads: readonly InlineAd[];
  readonly failedWrappers: readonly FailedWrapper[];
  /** Error URLs to fire, of ads and wrappers that failed. */
  readonly failures: readonly VastFailure[];
  /** Set when there is no ad at all. */
  readonly reason: AdFallbackReason | undefined;
}

const nothing = (reason: AdFallbackReason, failures: readonly VastFailure[] = []): AdAnswer => ({
  ads: [],
  failedWrappers: [],
  failures,
  reason,
});

interface RequestContext {
  readonly egress: Pick<Egress, 'request'>;
  readonly request: AdRequest;
  /** Aborts at the deadline of the break. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Fills the macros of a wrapper's address (VAST 4 §3.19); left out = the address is requested unchanged. */
  readonly fillTag?: ((url: string) => string) | undefined;
  /** Records each request with its answer. */
  readonly log?: RequestLog | undefined;
}

function fetchVast(
  { url, headers, body }: AdRequest,
  { egress, signal, timeoutMs, log }: RequestContext,
  depth = 0,
): Promise<AnsweredRequest> {
  const method = body === undefined ? 'GET' : 'POST';
  const send = async () => {
    const answer = await egress.request({
      url,
      headers,
      ...(body !== undefined && { method, body }),
      timeoutMs,
      maxBytes: adRequestLimits.vastBytes,
      signal,
    });
    const text = decodeDocument(answer.body, answer.headers['content-type']);
    return { status: answer.status, text, bytes: answer.body.length };
  };
  return log ? log.add({ url, method, depth, signal }, send) : send();
}

/** Fetches the document of a wrapper; an error status rejects, so that the wrapper counts as failed. */
async function fetchTag(url: string, depth: number, context: RequestContext): Promise<string> {
  const { 'content-type': _, ...headers } = context.request.headers;
  const filled = context.fillTag?.(url) ?? url;
  const { status, text } = await fetchVast({ url: filled, headers }, context, depth);
  if (status >= 400) {
    throw new Error(`status ${status}`);
  }
  return text;
}

function failureReason(error: unknown, signal: AbortSignal): AdFallbackReason {
  const isTimeout =
    signal.aborted || (error instanceof DomainError && error.code === 'FETCH_TIMEOUT');
  return isTimeout ? 'AD_SERVER_TIMEOUT' : 'AD_SERVER_UNREACHABLE';
}

/** Reason why the wrappers led to no ad. */
function emptyReason({ failures }: ResolvedVast, signal: AbortSignal): AdFallbackReason {
  if (signal.aborted) {
    return 'AD_SERVER_TIMEOUT';
  }
  const isEmpty = failures.every(({ iabErrorCode }) => iabErrorCode === 303);
  return isEmpty ? 'NO_ADS' : 'WRAPPER_LIMIT';
}

/** Rule V2: the pod position of a failed wrapper is offered to a stand-alone ad, unless the wrapper forbids it. */
function failedWrappers(requested: readonly VastAd[], got: readonly InlineAd[]): FailedWrapper[] {
  const filled = new Set(got.map(({ sequence }) => sequence));
  return requested.flatMap((ad) =>
    ad.kind === 'wrapper' && ad.sequence !== undefined && !filled.has(ad.sequence)
      ? [{ sequence: ad.sequence, mayBeReplaced: ad.fallbackOnNoAd !== false }]
      : [],
  );
}

async function readAnswer(text: string, context: RequestContext): Promise<AdAnswer> {
  const first = parseVast(text);
  if (first.kind === 'invalid') {
    return nothing('VAST_INVALID');
  }
  const resolved = await resolveWrappers(first, (url, depth) => fetchTag(url, depth, context), {
    maxDepth: adRequestLimits.wrapperDepth,
    firstUrl: context.request.url,
    signal: context.signal,
  });
  const { ads, failures } = resolved;
  if (ads.length === 0) {
    return nothing(
      first.ads.length === 0 ? 'NO_ADS' : emptyReason(resolved, context.signal),
      failures,
    );
  }
  const { pod, buffet } = orderPod(ads);
  return {
    ads: [...pod, ...buffet],
    failedWrappers: failedWrappers(first.ads, ads),
    failures,
    reason: undefined,
  };
}

/**
 * Requests the ads of an avail and resolves their wrappers. Never rejects.
 * @returns ads in playing order, merged with their wrappers; failed wrappers; error URLs; the reason without an ad
 * @param how `timeoutMs` for all requests together; `fillTag` fills addresses of wrappers; `log` takes each request
 * @see VAST 4.3 §3.19; rules V1, V2, V3
 */
export async function requestAds(
  egress: Pick<Egress, 'request'>,
  request: AdRequest,
  how: Pick<RequestContext, 'fillTag' | 'signal' | 'timeoutMs' | 'log'>,
): Promise<AdAnswer> {
  const context: RequestContext = { egress, request, ...how };
  try {
    const { status, text } = await fetchVast(request, context);
    if (status >= 400) {
      return nothing('AD_SERVER_UNREACHABLE');
    }
    // Rule V11: 204 and an empty body are ways to say "no ad".
    return text.trim() === '' ? nothing('NO_ADS') : await readAnswer(text, context);
  } catch (error) {
    return nothing(failureReason(error, how.signal));
  }
}
