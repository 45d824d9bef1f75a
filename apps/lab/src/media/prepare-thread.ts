/** The thread that draws and encodes, so that the rest of the platform keeps its event loop to itself. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareMedia } from './prepare-media.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';

const NICENESS = 10;

function isInput(value: unknown): value is PrepareInput {
  return typeof value === 'object' && value !== null && 'folder' in value;
}

/** Once the channel plays the rest is not urgent, and other roles are starting. Linux has thread priorities, others only process priorities. */
function bePolite(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // Politeness only: some sandboxes forbid it.
  }
}

const port = parentPort;
if (port !== null && isInput(workerData)) {
  const abort = new AbortController();
  port.on('message', () => abort.abort());
  const report = (message: PrepareMessage) => {
    port.postMessage(message);
    if (message.type === 'ready' && message.id === 'content') bePolite();
  };
  await prepareMedia(workerData, report, abort.signal);
  port.close();
}
