/** Memory and processor time of processes, from /proc (Linux). */
import { readFile } from 'node:fs/promises';

/** Clock ticks a second that /proc counts in (USER_HZ); 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

async function childPids(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** The process and everything below it. */
export async function processTree(pid: number): Promise<number[]> {
  const below = await Promise.all((await childPids(pid)).map(processTree));
  return [pid, ...below.flat()];
}

/** Those of a process tree that run Node: the launcher and the roles, without PostgreSQL. */
export async function nodeProcesses(pids: readonly number[]): Promise<number[]> {
  const names = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_pid, at) => /\/interlude\/src\//.test(names[at] ?? ''));
}

/** Proportional set size in MB: pages that several processes share are counted once in the sum. */
export async function memoryMb(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, kb) => sum + kb, 0) / 1024;
}

async function ticks(pid: number, fields: readonly number[]): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const values = text.slice(text.lastIndexOf(') ') + 2).split(' ');
  return fields.reduce((sum, field) => sum + Number(values[field]), 0);
}

const toMs = (count: number) => (count * 1_000) / TICKS_PER_SECOND;

/** User and system time of one process since it began, ms; resolution 10 ms. */
export async function cpuMs(pid: number): Promise<number> {
  return toMs(await ticks(pid, [11, 12]));
}

/** Processor time of the processes and of all their ended children, ms: for a server whose children come and go. */
export async function cpuWithEndedMs(pids: readonly number[]): Promise<number> {
  const counts = await Promise.all(pids.map((pid) => ticks(pid, [11, 12, 13, 14]).catch(() => 0)));
  return toMs(counts.reduce((sum, count) => sum + count, 0));
}
