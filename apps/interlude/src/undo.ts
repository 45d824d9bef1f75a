/** Stops started parts in reverse order. */
import type { Logger } from '@interlude/runtime';

export interface Undo {
  readonly what: string;
  readonly run: () => Promise<void>;
}

/** Runs the steps backwards, once; a failing one does not keep the others from running. */
export function undoAll(undos: Undo[], logger: Logger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const { what, run: undo } of undos.reverse()) {
      try {
        await undo();
        logger.info({ what }, 'stopped');
      } catch (error) {
        logger.error({ what, err: error }, 'stopping failed');
      }
    }
  };
  return () => {
    running ??= run();
    return running;
  };
}
