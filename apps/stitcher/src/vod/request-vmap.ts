/**
 * Asks once for the whole asset, when neither a feed nor markers say where its breaks are: a VMAP answer
 * names the breaks and their ads; a VAST answer is the pre-roll.
 */

import { type AdRequest, adRequestLimits } from '@interlude/ad-requests';
import type { Egress } from '@interlude/runtime';
import { type VmapCuePoint, type VodCuePoint, vmapCuePoints } from '@interlude/stitching';
import { decodeDocument, parseVmap, type VmapBreak } from '@interlude/vast';

/** What stands in for the first request of a break's decision. */
export type BreakAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly url: string }
  | { readonly kind: 'none' };

export interface VmapBreakAnswer {
  readonly cuePoint: VodCuePoint;
  readonly answer: BreakAnswer;
  readonly trackers: VmapBreak['trackers'] | undefined;
}

function answerOf({ adSource }: VmapBreak): BreakAnswer {
  if (adSource?.kind === 'vast') {
    return { kind: 'text', text: adSource.text };
  }
  return adSource?.kind === 'tag' ? { kind: 'tag', url: adSource.url } : { kind: 'none' };
}

const preRoll: VodCuePoint = { id: 'p1', position: 'pre', atMs: 0, spanMs: 0 };

function vmapBreakAnswer(cuePoint: VmapCuePoint): VmapBreakAnswer {
  const { vmap } = cuePoint;
  return { cuePoint, answer: answerOf(vmap), trackers: vmap.trackers };
}

export interface VmapRequestAsset {
  readonly contentMs: number;
  /** See `vmapCuePoints`. */
  readonly opportunitiesMs: readonly number[];
  readonly timeoutMs: number;
}

/** Rejects when the ad server cannot be reached. */
export async function requestVmap(
  egress: Pick<Egress, 'request'>,
  { url, headers, body }: AdRequest,
  asset: VmapRequestAsset,
): Promise<VmapBreakAnswer[]> {
  const answer = await egress.request({
    url,
    headers,
    ...(body !== undefined && { method: 'POST', body }),
    timeoutMs: asset.timeoutMs,
    maxBytes: adRequestLimits.vastBytes,
  });
  const text =
    answer.status < 400 ? decodeDocument(answer.body, answer.headers['content-type']) : '';
  const vmap = parseVmap(text);
  if (vmap.kind === 'invalid') {
    return [{ cuePoint: preRoll, answer: { kind: 'text', text }, trackers: undefined }];
  }
  return vmapCuePoints(vmap.breaks, asset.contentMs, asset.opportunitiesMs).map(vmapBreakAnswer);
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
