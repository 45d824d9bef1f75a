/** Records every document requested for the ads of a break: the ad server's own and those of its wrappers. */
import type { Egress, EgressRequest } from '@interlude/runtime';
import { decodeDocument, parseVast } from '@interlude/vast';

export interface AdRequestStep {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Wrapper depth; 0 = the ad server's response. */
  readonly depth: number;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly tookMs: number;
  readonly bytes: number;
  readonly text: string;
  readonly error: string | undefined;
}

export interface StepRecorder {
  readonly egress: Pick<Egress, 'request'>;
  /** In the order in which the requests were sent; one without an answer yet is left out. */
  steps(): AdRequestStep[];
}

/**
 * Records the requests of an egress.
 * @param now milliseconds
 * @param fillTag fills the macros of wrapper addresses, as `fillTag` of `requestAds`
 * @returns an egress that records its requests, and the requests so far: address, wrapper depth, status, ms, text
 * @see VAST 4.3 §3.19
 */
export function recordSteps(
  egress: Pick<Egress, 'request'>,
  now: () => number,
  fillTag: (url: string) => string,
): StepRecorder {
  const steps: (AdRequestStep | undefined)[] = [];
  const depthOf = new Map<string, number>();

  function noteWrappers(text: string, depth: number): void {
    const vast = parseVast(text);
    for (const ad of vast.kind === 'ads' ? vast.ads : []) {
      const tag = ad.kind === 'wrapper' ? fillTag(ad.tagUri) : '';
      if (tag !== '' && !depthOf.has(tag)) {
        depthOf.set(tag, depth + 1);
      }
    }
  }

  async function request(requested: EgressRequest) {
    const place = steps.push(undefined) - 1;
    const startedMs = now();
    const { url } = requested;
    const depth = place === 0 ? 0 : (depthOf.get(url) ?? 1);
    const step = { url, method: requested.body === undefined ? 'GET' : 'POST', depth } as const;
    const tookMs = () => Math.round(now() - startedMs);
    try {
      const answer = await egress.request(requested);
      const text = decodeDocument(answer.body, answer.headers['content-type']);
      noteWrappers(text, depth);
      const { status, body } = answer;
      const bytes = body.byteLength;
      steps[place] = { ...step, status, tookMs: tookMs(), bytes, text, error: undefined };
      return answer;
    } catch (reason) {
      const error = reason instanceof Error ? reason.message : String(reason);
      steps[place] = { ...step, status: undefined, tookMs: tookMs(), bytes: 0, text: '', error };
      throw reason;
    }
  }

  return {
    egress: { request },
    steps: () => steps.filter((step) => step !== undefined),
  };
}
