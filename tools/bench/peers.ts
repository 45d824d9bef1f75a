/**
 * The programs that we are measured against or by, at pinned versions. They are no dependencies of the project: a
 * bench installs them into a folder of its own, once.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';

const versions = {
  'm3u8-parser': '7.2.0',
  'hls-parser': '0.16.1',
  'mpd-parser': '1.4.0',
  saxes: '6.0.0',
  '@xmldom/xmldom': '0.8.11',
  '@dailymotion/vast-client': '6.4.5',
  '@eyevinn/hls-splice': '0.4.11',
  '@eyevinn/hls-vodtolive': '4.1.10',
} as const;

const lighthouseVersion = '13.5.0';

/** @returns the folder that has them, with a package.json. @throws when npm reaches no registry */
async function installed(named: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(tmpdir(), `interlude-bench-peers-${Object.values(named).join('-')}`);
  const isThere = Object.keys(named).every((name) =>
    existsSync(join(folder, 'node_modules', name, 'package.json')),
  );
  if (!isThere) {
    process.stdout.write(`installing the peers into ${folder}\n`);
    await mkdir(folder, { recursive: true });
    const manifest = { private: true, dependencies: named };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const install = ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit'];
    const { code } = await runCommand([...install, '--no-fund'], { quiet: true });
    if (code !== 0) throw new Error('The peers cannot be installed: npm reaches no registry.');
  }
  return folder;
}

/** `require` of the peers. @throws when npm reaches no registry */
export async function peers(): Promise<NodeJS.Require> {
  return createRequire(join(await installed(versions), 'package.json'));
}

/** Path of Lighthouse's command. @throws when npm reaches no registry */
export async function lighthouseCommand(): Promise<string> {
  const folder = await installed({ lighthouse: lighthouseVersion });
  return join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');
}
