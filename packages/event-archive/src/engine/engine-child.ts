/** Child process that runs DuckDB: a fault of native code and the memory of a task end with it. */

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
// The parent has ended: no process would store the files.
process.once('disconnect', () => process.exit(1));
