/**
 * How far the heap may grow past what is in use. V8 lets it grow up to four times before it cleans up, because few
 * programs hold much; a stitcher holds tens of thousands of sessions, and every break leaves the garbage of as many
 * decisions. So it cleans up earlier, for some more processor time. Space for young values is bounded where Node is
 * started (`--max-semi-space-size`): that cannot be set later.
 */
import { setFlagsFromString } from 'node:v8';

/** Percent of what was in use after the last clean-up. */
const heapGrowthPercent = 30;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
}
