/** Bare node:http in a process of its own: what the same bytes cost without a stitcher. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from '../root.ts';
import { toolEnvironment } from '../run-command.ts';

/** @param file its bytes are each answer's body */
export async function startBareServer(
  file: string,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn('node', ['tools/bench/bare-server.ts', file], {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the bare server ended')));
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
  });
  return { child, port: Number(port) };
}
