/** Charts take a new size after it has been the same for this time, in milliseconds (REP-032, OP-11). */
export const chartResizeMs = 1_000;

/** Runs once it has not been called again for a while. */
export function debounced(run: () => void, waitMs: number): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    call: () => {
      stop();
      timer = setTimeout(run, waitMs);
    },
    stop,
  };
}
