/**
 * The judge for any HLS or DASH output, ours or not: `npm run -s audit -- <url> [--minutes 10] [--json|--junit]`.
 * Needs no database, no account and no running platform. See docs/manual/15-audit.md.
 */
import { open } from 'node:fs/promises';
import { runAudit } from './audit/audit-command.ts';

/** npm passes on the Ctrl-C that the terminal has sent as well. */
const SAME_KEY_MS = 500;

const ended = new AbortController();
let endedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    const isAgain = ended.signal.aborted && performance.now() - endedAt > SAME_KEY_MS;
    // A second Ctrl-C ends at once, without a report.
    if (isAgain) process.exit(130);
    if (!ended.signal.aborted) endedAt = performance.now();
    ended.abort();
  });
// A reader that has seen enough, as `head`.
process.stdout.on('error', () => process.exit(2));

async function openFile(path: string): Promise<(text: string) => Promise<void>> {
  const file = await open(path, 'w');
  return async (text) => {
    await file.writeFile(text);
    await file.close();
  };
}

process.exitCode = await runAudit(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  openFile,
  signal: ended.signal,
});
