// Orchestration only: the fetch is injected, time is an AbortSignal. The tree of wrappers is walked level by level with
// siblings in parallel; their order in the document decides the result.

import type { IabErrorCode } from './iab-errors.ts';
import { VAST_LIMITS, type VastLimits } from './limits.ts';
import { blockedCategory, mergeWrapper } from './merge-wrapper.ts';
import { parseVast } from './parse-vast.ts';
import type { InlineAd, VastAd, VastResult, WrapperAd } from './vast.ts';

/** Error URLs to fire, with their code. */
export interface VastFailure {
  readonly iabErrorCode: IabErrorCode;
  readonly reason: string;
  /** Id of the ad (wrapper or rejected InLine) that failed; empty for the document itself. */
  readonly adId: string;
  /** With macros; may be empty. */
  readonly errorUrls: readonly string[];
}

export interface ResolvedVast {
  /** Merged with their wrappers, in document order; order them with `orderPod`. */
  readonly ads: readonly InlineAd[];
  readonly failures: readonly VastFailure[];
  /** Wrapper documents that were requested. */
  readonly requests: number;
}

export interface ResolveOptions {
  /** Wrappers in a row; default 7, like MediaTailor (IAB guidance: at least 5). */
  readonly maxDepth?: number;
  /** Address of the first document: a wrapper that points back to it is a loop. */
  readonly firstUrl?: string;
  /** Wrapper documents of the whole answer; default 32. */
  readonly maxRequests?: number;
  /** The deadline of the break: when it aborts, requests without an answer fail with 301. */
  readonly signal?: AbortSignal;
  readonly limits?: VastLimits;
}

/** Fetches the document behind a wrapper; rejects or answers an empty text when there is none. */
export type FetchTag = (url: string, depth: number) => Promise<string>;

interface Branch {
  readonly depth: number;
  readonly visited: ReadonlySet<string>;
  /** Error URLs of all wrappers above. */
  readonly errorUrls: readonly string[];
  readonly mayFollow: boolean;
}

/** Settles as soon as the signal aborts, whatever the promise does. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Of the ads behind a wrapper those it allows; an ad in a pod is one ad (VAST 4.x 3.19). */
function allowedAds(wrapper: WrapperAd, ads: readonly VastAd[]): readonly VastAd[] {
  const single = wrapper.allowMultipleAds === false || wrapper.sequence !== undefined;
  if (!single || ads.length <= 1) return ads;
  const first = ads.find((ad) => ad.sequence === undefined) ?? ads[0];
  return first === undefined ? [] : [first];
}

class WrapperWalk {
  readonly failures: VastFailure[] = [];
  requests = 0;
  readonly #fetchTag: FetchTag;
  readonly #options: ResolveOptions;
  readonly #maxDepth: number;
  readonly #maxRequests: number;

  constructor(fetchTag: FetchTag, options: ResolveOptions) {
    this.#fetchTag = fetchTag;
    this.#options = options;
    this.#maxDepth = options.maxDepth ?? 7;
    this.#maxRequests = options.maxRequests ?? 32;
  }

  async resolveAll(ads: readonly VastAd[], branch: Branch): Promise<InlineAd[][]> {
    return Promise.all(
      ads.map(async (ad) => (ad.kind === 'inline' ? [ad] : this.#resolveWrapper(ad, branch))),
    );
  }

  fail(iabErrorCode: IabErrorCode, reason: string, adId: string, errorUrls: readonly string[]) {
    this.failures.push({ iabErrorCode, reason, adId, errorUrls });
  }

  async #resolveWrapper(wrapper: WrapperAd, branch: Branch): Promise<InlineAd[]> {
    const errorUrls = [...wrapper.errorUrls, ...branch.errorUrls];
    const refused = this.#refusal(wrapper, branch);
    if (refused !== undefined) {
      this.fail(refused[0], refused[1], wrapper.id, errorUrls);
      return [];
    }
    const result = await this.#fetch(wrapper, branch.depth + 1, errorUrls);
    if (result === undefined) return [];
    const inner = await this.resolveAll(allowedAds(wrapper, result.ads), {
      depth: branch.depth + 1,
      visited: new Set([...branch.visited, wrapper.tagUri]),
      errorUrls,
      mayFollow: wrapper.followAdditionalWrappers,
    });
    return this.#merge(wrapper, inner.flat(), errorUrls);
  }

  #refusal(wrapper: WrapperAd, branch: Branch): [IabErrorCode, string] | undefined {
    if (wrapper.tagUri === '') return [101, 'a wrapper without VASTAdTagURI'];
    if (branch.visited.has(wrapper.tagUri)) return [302, 'wrapper loop'];
    if (branch.depth >= this.#maxDepth) return [302, `more than ${this.#maxDepth} wrappers`];
    if (!branch.mayFollow) return [300, 'followAdditionalWrappers is false'];
    if (this.requests >= this.#maxRequests) return [302, `more than ${this.#maxRequests} requests`];
    return undefined;
  }

  /** The ads of the wrapper's document; a document without ads fails with 303 in the name of all above. */
  async #fetch(wrapper: WrapperAd, depth: number, errorUrls: readonly string[]) {
    this.requests++;
    const { signal, limits = VAST_LIMITS } = this.#options;
    let result: VastResult;
    try {
      result = parseVast(await withSignal(this.#fetchTag(wrapper.tagUri, depth), signal), limits);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.fail(301, reason, wrapper.id, errorUrls);
      return undefined;
    }
    if (result.kind === 'invalid') {
      this.fail(result.iabErrorCode, result.reason, wrapper.id, errorUrls);
      return undefined;
    }
    if (result.ads.length === 0) {
      this.fail(303, 'no ad behind the wrapper', wrapper.id, [...result.errorUrls, ...errorUrls]);
      return undefined;
    }
    return result;
  }

  #merge(wrapper: WrapperAd, inner: readonly InlineAd[], errorUrls: readonly string[]): InlineAd[] {
    const merged: InlineAd[] = [];
    for (const ad of inner) {
      const blocked = blockedCategory(wrapper, ad);
      if (blocked === undefined) merged.push(mergeWrapper(wrapper, ad));
      else
        this.fail(205, `category ${blocked.code} is blocked`, ad.id, [
          ...ad.errorUrls,
          ...errorUrls,
        ]);
    }
    return merged;
  }
}

/** Only one pod can be played: pods of further stand-alone wrappers are dropped. */
function keepOnePod(ads: readonly VastAd[], resolved: readonly InlineAd[][]): InlineAd[] {
  let podTaken = ads.some((ad) => ad.sequence !== undefined);
  return resolved.flatMap((group, index) => {
    if (ads[index]?.sequence !== undefined) return group;
    if (!group.some((ad) => ad.sequence !== undefined)) return group;
    if (podTaken) return group.map((ad) => ({ ...ad, sequence: undefined }));
    podTaken = true;
    return group;
  });
}

/**
 * Follows the wrappers of an ad response until every ad is an InLine. Never rejects: each error is a failure with its
 * IAB code and the error URLs to fire.
 * @param options limits of depth and requests; on abort of the signal it returns the ads resolved so far
 * @see VAST 4.3 §3.19; rules V1, V2, V4
 */
export async function resolveWrappers(
  first: VastResult,
  fetchTag: FetchTag,
  options: ResolveOptions = {},
): Promise<ResolvedVast> {
  const walk = new WrapperWalk(fetchTag, options);
  if (first.kind === 'invalid') {
    walk.fail(first.iabErrorCode, first.reason, '', []);
    return { ads: [], failures: walk.failures, requests: 0 };
  }
  if (first.ads.length === 0) walk.fail(303, 'no ad', '', first.errorUrls);
  const resolved = await walk.resolveAll(first.ads, {
    depth: 0,
    visited: new Set(options.firstUrl === undefined ? [] : [options.firstUrl]),
    errorUrls: [],
    mayFollow: true,
  });
  return {
    ads: keepOnePod(first.ads, resolved),
    failures: walk.failures,
    requests: walk.requests,
  };
}
