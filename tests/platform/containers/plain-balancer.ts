/** Runs HAProxy and nginx with their files of deploy/, with addresses of this machine, and reads the log of HAProxy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findBalancer } from '../../../tools/find-balancer.ts';
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

/** Texts of a file of deploy/ and their replacements here. */
type Replacements = Readonly<Record<string, string>>;

/** Copies a file of deploy/ with replacements. @throws {Error} when it does not have a text to replace */
async function replaced(name: string, folder: string, by: Replacements): Promise<string> {
  let text = await readFile(join(root, 'deploy', name), 'utf8');
  for (const [from, to] of Object.entries(by)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not say ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** @param by replacements of the `host:port` in deploy/haproxy.cfg */
export async function startPlainBalancer(folder: string, by: Replacements): Promise<PlainBalancer> {
  const file = await replaced('haproxy.cfg', folder, by);
  const child = spawn(await findBalancer('haproxy'), ['-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const requests: BalancedRequest[] = [];
  createInterface({ input: child.stdout }).on('line', (said) => {
    const [, session = '', server = '', method = '', status] = line.exec(said) ?? [];
    if (status !== undefined) requests.push({ session, server, method, status: Number(status) });
  });
  return { requests, stop: () => ended(child) };
}

/** The lines of deploy/haproxy.cfg that keep a session at its stitcher. */
const stickiness = / {4}# A session that is in no table[\s\S]*?(?= {4}default-server)/;

/**
 * HAProxy with the same file, but without stickiness: the stitchers take turns request by request.
 * @param ports of HAProxy and of its table, which is unused
 * @param stitchers their ports
 */
export async function startTurningBalancer(
  folder: string,
  [port, peer]: readonly [number, number],
  stitchers: readonly number[],
): Promise<Pick<PlainBalancer, 'stop'>> {
  const text = await readFile(join(root, 'deploy', 'haproxy.cfg'), 'utf8');
  const [sticky = ''] = stickiness.exec(text) ?? [];
  const servers = stitchers.map((at, index) => `server stitcher-${index + 1} 127.0.0.1:${at}`);
  const file = await replaced('haproxy.cfg', folder, {
    'bind :3100': `bind 127.0.0.1:${port}`,
    '127.0.0.1:10000': `127.0.0.1:${peer}`,
    'log stdout format raw local0 info': 'log stdout format raw local0 err',
    [sticky]: '    balance roundrobin\n',
    'server stitcher-1 stitcher-1:3100': servers.join('\n    '),
    'server stitcher-2 stitcher-2:3100': '',
  });
  const child = spawn(await findBalancer('haproxy'), ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { stop: () => ended(child) };
}

/** @param by as of `startPlainBalancer`, of deploy/nginx.conf */
export async function startPlainNginx(
  folder: string,
  by: Replacements,
): Promise<Pick<PlainBalancer, 'stop'>> {
  const own = join(folder, 'nginx');
  await mkdir(own, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${own}/${name};`).join(' ');
  const file = await replaced('nginx.conf', own, { ...by, 'http {': `http {\n    ${paths}` });
  const settings = `daemon off; pid ${own}/nginx.pid;`;
  const args = ['-p', own, '-e', 'stderr', '-c', file, '-g', settings];
  const child = spawn(await findBalancer('nginx'), args, {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { stop: () => ended(child) };
}
