/** The thread that draws and encodes, so that the rest of the platform keeps its event loop to itself. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareMedia } from './prepare-media.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';

function isInput(value: unknown): value is PrepareInput {
  return typeof value === 'object' && value !== null && 'folder' in value;
}

const port = parentPort;
if (port !== null && isInput(workerData)) {
  try {
    setPriority(0, 5); // Linux applies it to this thread and to what it starts
  } catch {
    // Politeness only: some sandboxes forbid it.
  }
  const abort = new AbortController();
  port.on('message', () => abort.abort());
  await prepareMedia(
    workerData,
    (message: PrepareMessage) => port.postMessage(message),
    abort.signal,
  );
  port.close();
}
