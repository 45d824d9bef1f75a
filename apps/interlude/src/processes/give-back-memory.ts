/**
 * Loading modules leaves garbage in pages that V8 keeps until the process works again; five processes hold five times
 * that. One collection after the start gives it back.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After this the start and its aftermath are over. */
const AFTER_START_MS = 3_000;

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => unknown;

/** Returns memory of the start to the system, once; takes some 50 ms of a process that has just started. */
export function giveBackMemoryOnce(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: Collect = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, AFTER_START_MS).unref();
}
