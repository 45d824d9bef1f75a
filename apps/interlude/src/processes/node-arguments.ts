/** Node's arguments for each role: limits of its memory. */
import type { RoleName } from '@interlude/runtime';

interface Memory {
  /** Most megabytes that live on; unset: as V8 chooses, half of the machine's memory up to 4 GB. */
  readonly heapMb?: number;
  /** Most megabytes of each of the halves that young values are copied between. */
  readonly youngMb: number;
}

/**
 * The stitcher holds sessions and source windows, so it has V8's own limits; the other roles hold little. Their young
 * generation is small, as V8 is slow to return the pages that it took while modules were loaded.
 */
const memories: Readonly<Record<RoleName, Memory>> = {
  lab: { heapMb: 512, youngMb: 2 },
  'control-plane': { heapMb: 1_024, youngMb: 4 },
  stitcher: { youngMb: 16 },
  worker: { heapMb: 1_024, youngMb: 2 },
  monitor: { heapMb: 1_024, youngMb: 4 },
};

/** Of the launcher alone: each process has its own young space, and a debugger listens on one port. */
const notPassedOn = /^--(?:max[-_]semi[-_]space[-_]size|inspect)/;
const heapLimit = /--max[-_]old[-_]space[-_]size/;

/**
 * @param given the launcher's own (`process.execArgv`)
 * @param nodeOptions NODE_OPTIONS; a limit of the heap there or in `given` holds for all roles instead of ours
 */
export function nodeArguments(
  role: RoleName,
  given: readonly string[],
  nodeOptions: string,
): string[] {
  const { heapMb, youngMb } = memories[role];
  const isLimited = given.some((each) => heapLimit.test(each)) || heapLimit.test(nodeOptions);
  return [
    ...given.filter((each) => !notPassedOn.test(each)),
    `--max-semi-space-size=${youngMb}`,
    ...(heapMb === undefined || isLimited ? [] : [`--max-old-space-size=${heapMb}`]),
  ];
}
