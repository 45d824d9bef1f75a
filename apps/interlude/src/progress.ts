/** Says what is being done when it takes a while, so that nobody takes a first start for a hang. */
import type { Logger } from '@interlude/runtime';

/** Work shorter than this is not worth a line. */
const FIRST_LINE_MS = 1_000;
const NEXT_LINE_MS = 5_000;

/** Runs `work`; after a second a line, then one every five seconds. `step`: 'building the console'. */
export async function withProgress<T>(
  logger: Logger,
  step: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tell = (message: string): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    logger.info({ seconds }, message);
    timer = setTimeout(tell, NEXT_LINE_MS, `still ${step}`);
  };
  timer = setTimeout(tell, FIRST_LINE_MS, step);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
