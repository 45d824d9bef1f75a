/** The only process entry: arguments → configuration → platform → signals. */
import { compiledFolder } from './compiled-folder.ts';
import { nodeVersionProblem } from './node-version.ts';

async function main(): Promise<void> {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? compiledFolder);
  // Loaded only after the check of the version: their imports need the right Node.
  const { helpText, parseArguments } = await import('./arguments.ts');
  const parsed = parseArguments(process.argv.slice(2));
  if (parsed.kind === 'help') {
    process.stdout.write(helpText());
    return;
  }
  if (parsed.kind === 'replay-events') {
    const { replayEvents } = await import('./replay-events.ts');
    const { sentence, isDone } = await replayEvents(process.env, process.cwd());
    process.stdout.write(`${sentence}\n`);
    process.exitCode = isDone ? 0 : 1;
    return;
  }
  const { runUntilStopped } = await import('./run-until-stopped.ts');
  await runUntilStopped(parsed.roles);
}

const bugReport =
  'Interlude met an error that it does not know. Please report it with these lines and the version:';

/** One sentence for an error that a person can correct; for a bug a request to report it, with the stack. */
function describe(error: unknown): string {
  if (error instanceof Error && error.name === 'DomainError') return error.message;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${bugReport}\n${details}`;
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
  // a half-started part must not keep a failed start alive
  setTimeout(() => process.exit(), 3_000).unref();
}

const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) main().catch((error: unknown) => fail(describe(error)));
else fail(problem);
