/**
 * Requests ads once for the whole asset, when neither a feed nor markers name its breaks: a VMAP answer names the
 * breaks and their ads; a VAST answer is the pre-roll.
 */

import {
  type AdRequest,
  adRequestLimits,
  type LoggedRequest,
  RequestLog,
} from '@interlude/ad-requests';
import type { Egress } from '@interlude/runtime';
import { type VmapCuePoint, type VodCuePoint, vmapCuePoints } from '@interlude/stitching';
import { decodeDocument, parseVmap, type VmapBreak } from '@interlude/vast';

/** The answer to the first request of a break's decision: text of the VMAP, an ad tag to request, or no ads. */
export type BreakAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly url: string }
  | { readonly kind: 'none' };

export interface VmapBreakAnswer {
  readonly cuePoint: VodCuePoint;
  readonly answer: BreakAnswer;
  readonly trackers: VmapBreak['trackers'] | undefined;
  /** Requests for the whole asset, with the first break only. */
  readonly requests: readonly LoggedRequest[];
}

function answerOf({ adSource }: VmapBreak): BreakAnswer {
  if (adSource?.kind === 'vast') {
    return { kind: 'text', text: adSource.text };
  }
  return adSource?.kind === 'tag' ? { kind: 'tag', url: adSource.url } : { kind: 'none' };
}

const preRoll: VodCuePoint = { id: 'p1', position: 'pre', atMs: 0, spanMs: 0 };

function vmapBreakAnswer(cuePoint: VmapCuePoint): Omit<VmapBreakAnswer, 'requests'> {
  const { vmap } = cuePoint;
  return { cuePoint, answer: answerOf(vmap), trackers: vmap.trackers };
}

export interface VmapRequestAsset {
  readonly contentMs: number;
  /** See `vmapCuePoints`. */
  readonly opportunitiesMs: readonly number[];
  readonly timeoutMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Rejects when the ad server cannot be reached. */
export async function requestVmap(
  egress: Pick<Egress, 'request'>,
  { url, headers, body }: AdRequest,
  asset: VmapRequestAsset,
): Promise<VmapBreakAnswer[]> {
  const { timeoutMs, now } = asset;
  const method = body === undefined ? 'GET' : 'POST';
  const log = new RequestLog(now);
  const { status, text: answered } = await log.add({ url, method, depth: 0 }, async () => {
    const answer = await egress.request({
      url,
      headers,
      ...(body !== undefined && { method, body }),
      timeoutMs,
      maxBytes: adRequestLimits.vastBytes,
    });
    const text = decodeDocument(answer.body, answer.headers['content-type']);
    return { status: answer.status, text, bytes: answer.body.length };
  });
  const text = status < 400 ? answered : '';
  const vmap = parseVmap(text);
  const breaks =
    vmap.kind === 'invalid'
      ? [{ cuePoint: preRoll, answer: { kind: 'text' as const, text }, trackers: undefined }]
      : vmapCuePoints(vmap.breaks, asset.contentMs, asset.opportunitiesMs).map(vmapBreakAnswer);
  return breaks.map((one, index) => ({ ...one, requests: index === 0 ? log.requests : [] }));
}

/**
 * The requests for a VMAP's break as they were sent: those of its decision, without the one that the VMAP answered.
 * @param fillTag as `answeringEgress` is given it
 */
export function sentRequests(
  { answer, requests }: VmapBreakAnswer,
  ofDecision: readonly LoggedRequest[],
  fillTag: (url: string) => string,
): LoggedRequest[] {
  const [first, ...rest] = ofDecision;
  const tag = answer.kind === 'tag' && first ? [{ ...first, url: fillTag(answer.url) }] : [];
  // Behind the VMAP, which is the ad server's answer.
  const behind = [...tag, ...rest].map((request) => ({ ...request, depth: request.depth + 1 }));
  return [...requests, ...behind];
}

/**
 * Egress for the decision of a VMAP's break: its first request is answered from the VMAP, or sent to the ad tag that
 * the VMAP names; the requests of wrappers are sent.
 * @param fillTag expands the macros of that ad tag
 */
export function answeringEgress(
  egress: Pick<Egress, 'request'>,
  known: BreakAnswer,
  fillTag: (url: string) => string,
): Pick<Egress, 'request'> {
  let isFirst = true;
  return {
    async request(request) {
      if (!isFirst) {
        return egress.request(request);
      }
      isFirst = false;
      if (known.kind === 'tag') {
        return egress.request({ ...request, url: fillTag(known.url) });
      }
      const body = Buffer.from(known.kind === 'text' ? known.text : '');
      return { status: 200, url: request.url, headers: {}, body };
    },
  };
}
