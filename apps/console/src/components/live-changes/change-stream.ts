/**
 * Reads the server's change feed (WHATWG HTML §9.2). `EventSource` cannot send a token, so it is a fetch with a streamed
 * body. A stream that ends is opened again; the server ends each one after a while.
 */
import type { ChangeEvent } from '@interlude/contract/api';
import { pause } from '../../api/pause.ts';

/** Milliseconds between the end of a stream and the opening of the next one. */
const reopenMs = 3_000;

export interface ChangeStreamOptions {
  /** Undefined when the server refuses. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | undefined>;
  readonly onChange: (change: ChangeEvent) => void;
  /** Reports whether a stream is open. */
  readonly onState?: ((open: boolean) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Resolves when the signal aborts or the server refuses: the pages still poll then. */
export async function followChanges(options: ChangeStreamOptions): Promise<void> {
  const { open, onChange, onState, signal } = options;
  while (!signal.aborted) {
    try {
      const body = await open(signal);
      if (body === undefined) return;
      onState?.(true);
      await readChanges(body, onChange);
    } catch {
      // The connection was lost: the loop opens the next one.
    } finally {
      onState?.(false);
    }
    await pause(reopenMs, signal).catch(() => undefined);
  }
}

async function readChanges(
  body: ReadableStream<Uint8Array>,
  onChange: (change: ChangeEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const change = changeOf(block);
      if (change !== undefined) onChange(change);
    }
  }
}

/** The change of one event; comments and other events have none. */
function changeOf(block: string): ChangeEvent | undefined {
  const data = /^data: ?(.*)$/m.exec(block)?.[1];
  if (data === undefined) return;
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return;
    return { id: '', action: 'updated', ...value, kind: String(value.kind) };
  } catch {
    return;
  }
}
