/** HAProxy with deploy/haproxy.cfg, its addresses replaced by those of this machine, and what it logs of each request. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findHaproxy } from '../../../tools/find-haproxy.ts';
import { root } from '../../../tools/root.ts';

/** One answered request; `session` is the hash of its id, empty without one. */
export interface BalancedRequest {
  readonly session: string;
  readonly server: string;
  readonly method: string;
  readonly status: number;
}

export interface PlainBalancer {
  readonly requests: readonly BalancedRequest[];
  stop(): Promise<void>;
}

const line = /session="(\w*)-?" server=(\S+) (\S+) (-?\d+)/;

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/haproxy.cfg does not say ${from}`);
  return text.replaceAll(from, to);
}

/** @param addresses `host:port` as deploy/haproxy.cfg writes them, by what stands for them here */
export async function startPlainBalancer(
  folder: string,
  addresses: Readonly<Record<string, string>>,
): Promise<PlainBalancer> {
  const written = await readFile(join(root, 'deploy/haproxy.cfg'), 'utf8');
  const file = join(folder, 'haproxy.cfg');
  const text = Object.entries(addresses).reduce(
    (before, [from, to]) => replaced(before, from, to),
    written,
  );
  await writeFile(file, text);
  const child: ChildProcess = spawn(await findHaproxy(), ['-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const requests: BalancedRequest[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (said) => {
      const [, session = '', server = '', method = '', status] = line.exec(said) ?? [];
      if (status !== undefined) requests.push({ session, server, method, status: Number(status) });
    });
  }
  return {
    requests,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
