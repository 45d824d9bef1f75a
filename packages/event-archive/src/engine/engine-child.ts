/** A process of its own for DuckDB: a fault of native code, and the memory it takes, end with the task. */

import { mergeFiles } from './compact-files.ts';
import { convertSegments } from './convert-segments.ts';
import type { EngineAnswer, EngineTask } from './engine-task.ts';

async function run(task: EngineTask): Promise<EngineAnswer> {
  try {
    const { files, unreadable } =
      task.kind === 'convert'
        ? await convertSegments(task)
        : { files: await mergeFiles(task), unreadable: 0 };
    const memoryBytes = process.resourceUsage().maxRSS * 1_024;
    return { kind: 'done', files, unreadable, memoryBytes };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

process.once('message', (task: EngineTask) => {
  void run(task).then((answer) => process.send?.(answer, () => process.exit(0)));
});
// The parent is gone: nobody waits for the files.
process.once('disconnect', () => process.exit(1));
