/** Runs a task at an interval, one run at a time, until it is stopped. A failed run is reported, the next one follows. */

export interface RepeatedTask {
  /** Runs at once, or again after the current run. */
  wake(): void;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

export interface RepeatOptions {
  /** Milliseconds between the end of a run and the next one. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/**
 * Repeats a task; the first run starts at once.
 * @returns handle that starts a run before its time, and that ends the repetition
 * @see ADR 0011
 */
export function repeat({ everyMs, run, failed }: RepeatOptions): RepeatedTask {
  let stopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const loop = async () => {
    do {
      again = false;
      await run().catch(failed);
    } while (again && !stopped);
    running = undefined;
    if (!stopped) timer = setTimeout(start, everyMs);
  };
  const start = () => {
    clearTimeout(timer);
    running = loop();
  };
  start();
  return {
    wake() {
      if (stopped) return;
      if (running === undefined) start();
      else again = true;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
