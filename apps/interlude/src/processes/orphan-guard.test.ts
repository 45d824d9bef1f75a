import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const guardFile = fileURLToPath(new URL('orphan-guard.ts', import.meta.url));

/** A stand-in for a launcher with two roles: one ends before it, the other never does. */
const launcher = `
const { spawn } = await import('node:child_process');
const { guardOrphans } = await import(${JSON.stringify(guardFile)});
const guard = guardOrphans(console, Number(process.argv[1]));
const role = (seconds) => spawn('sleep', [seconds], { stdio: 'ignore', detached: true });
const ended = role('0');
ended.once('exit', () => guard.remove(ended.pid));
const frozen = role('60');
for (const { pid } of [ended, frozen]) guard.add(pid);
frozen.kill('SIGSTOP');
ended.once('exit', () => process.stdout.write(String(frozen.pid)));
`;

/** One that has ended is a zombie until its parent has read its exit code. */
const state = async (pid: number) =>
  /^State:\s+(\w)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 'Z';

/** Kills a process; one that has ended is fine. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended.
  }
}

it('SEC-S67 a role that is frozen ends after a launcher that was killed', async () => {
  const graceSeconds = '0';
  const child = spawn(
    process.execPath,
    ['--conditions=@interlude/source', '--input-type=module', '-e', launcher, graceSeconds],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [pidText] = await once(child.stdout, 'data');
  const pid = Number(String(pidText));
  onTestFinished(() => kill(pid));
  // A signal takes effect when its process is next scheduled.
  await expect.poll(() => state(pid), { interval: 20 }).toBe('T');
  child.kill('SIGKILL');
  await expect.poll(() => state(pid), { interval: 20 }).toBe('Z');
});
