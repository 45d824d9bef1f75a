/** The steps of a start as a person or a log reader sees them. */
import type { Logger } from '@interlude/runtime';

export interface Step<T> {
  /** While it runs: 'building the console'. */
  readonly doing: string;
  /** Text when it is done, such as 'console built'; undefined for a step that had nothing to do. */
  readonly done: (result: T) => string | undefined;
}

export interface Progress {
  /** Runs `work` as one step of the start; answers and fails as `work` does. */
  step<T>(step: Step<T>, work: () => Promise<T>): Promise<T>;
}

/** Work shorter than this is not worth a log line. */
const FIRST_LINE_MS = 1_000;
const NEXT_LINE_MS = 5_000;

/** Progress as log lines: one after a second, then one every five seconds, so that a slow step is no hang. */
export function logProgress(logger: Logger): Progress {
  return {
    async step({ doing }, work) {
      const startedAt = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const report = (message: string): void => {
        const seconds = Math.round((performance.now() - startedAt) / 1_000);
        logger.info({ seconds }, message);
        timer = setTimeout(report, NEXT_LINE_MS, `still ${doing}`);
      };
      timer = setTimeout(report, FIRST_LINE_MS, doing);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
