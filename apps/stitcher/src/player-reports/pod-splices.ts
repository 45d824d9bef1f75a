/** The splices of a pod: where content and ads, or two ads, meet. Made once for all reports of a session. */
import type { Splice } from '@interlude/reporting';
import { creativeName } from '../sessions/creative-name.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';

const made = new WeakMap<DecidedPod, readonly Splice[]>();

function splicesOf({ avail, pod, ads }: DecidedPod): readonly Splice[] {
  const splices: Splice[] = [];
  let before: 'content' | 'ad' | 'slate' = 'content';
  let creative = '';
  for (const { kind, index, offsetMs } of pod.placements) {
    const ad = ads.get(index);
    creative = ad ? creativeName(ad) : '';
    // A pre-roll follows no content, and slate after slate is no splice.
    const isSplice =
      before === 'content' ? avail.breakPosition !== 'pre' : kind === 'ad' || before === 'ad';
    if (isSplice) {
      splices.push({
        offsetMs,
        kind: before === 'content' ? 'contentToAd' : 'adToAd',
        creative,
      });
    }
    before = kind;
  }
  const last = pod.placements.at(-1);
  // Nothing follows a post-roll.
  if (last && avail.breakPosition !== 'post') {
    splices.push({ offsetMs: last.offsetMs + last.durationMs, kind: 'adToContent', creative });
  }
  return splices;
}

export function podSplices(decided: DecidedPod): readonly Splice[] {
  const known = made.get(decided) ?? splicesOf(decided);
  made.set(decided, known);
  return known;
}
