/** The strip of the frame that holds the lab's mark, in fractions of it, and where its blocks are in a strip of 240 pixels. */
import { frameMarkPoints } from '../../../apps/lab/src/media/frame-mark.ts';

export const markStrip = (() => {
  const points = frameMarkPoints(10_000, 10_000);
  const [first, second] = [points[0]?.x ?? 0, points[1]?.x ?? 0];
  const block = second - first;
  const y = (points[0]?.y ?? 0) / 10_000;
  return {
    width: 240,
    box: {
      x: (first - block / 2) / 10_000,
      y: y - 0.004,
      width: (block * points.length) / 10_000,
      height: 0.008,
    },
    points: points.map((_, index) => index * 10 + 5),
  };
})();
