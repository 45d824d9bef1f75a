/**
 * Bounds the growth of the heap between two collections. By default V8 lets it grow up to fourfold, because few
 * programs hold much; a stitcher holds tens of thousands of sessions, and every break leaves as many dead decisions. So
 * it collects earlier, for some more processor time. The young generation is bounded where Node is started
 * (`--max-semi-space-size`): that cannot be set later.
 */
import { setFlagsFromString } from 'node:v8';

/** Growth, in percent of the live heap after the last collection. */
const heapGrowthPercent = 30;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
}
