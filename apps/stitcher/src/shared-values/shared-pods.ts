/** One object for equal pods: thousands of sessions are given the same creatives in a break. */
import type { Creative, Placement, Pod } from '@interlude/stitching';
import { SharedValues } from './shared-values.ts';

const pods = new SharedValues<Pod>();
const numbers = new WeakMap<Creative, number>();
let numbered = 0;

/** Creatives never change and are shared: an object stands for its content. */
function numberOf(creative: Creative): number {
  const known = numbers.get(creative);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(creative, numbered);
  return numbered;
}

const contentOf = ({ creative, ...placement }: Placement) => ({
  ...placement,
  creative: numberOf(creative),
});

/** The newest pod that is equal to this one, or this one. */
export function sharedPod(pod: Pod): Pod {
  const { placements, ...figures } = pod;
  return pods.of(pod, JSON.stringify([figures, placements.map(contentOf)]));
}
