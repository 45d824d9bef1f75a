/** Running the project's own commands from tools. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Collects standard output instead of showing it. */
  readonly quiet?: boolean;
}

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Node keeps compiled modules here: a process that was started before starts in half of its time. */
const compileCache = join(root, 'node_modules', '.cache', 'node-compile-cache');

/** The environment with the project's binaries (and so its Node) first. */
export function toolEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const binaries = join(root, 'node_modules', '.bin');
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    PATH: `${binaries}:${process.env['PATH'] ?? ''}`,
    ...more,
  };
}

/** Resolves with the exit code, 127 when there is no such program. */
export function runCommand(
  command: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: toolEnvironment(options.env),
      stdio: ['ignore', options.quiet === true ? 'pipe' : 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
