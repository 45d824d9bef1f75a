/** A launcher that cannot start prints one sentence with what to do. */
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launcherRuns } from './launcher-runs.suite.ts';

const here = launcherRuns();

const oneSentence = /^[A-Z][^\n]+\.\n$/;

describe('a start that cannot work says in one sentence what to do', () => {
  it('PORT in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const result = await here.run({ env: { PORT: port }, args: ['--roles', 'control-plane'] });
    taken.close();
    expect(result).toMatchObject({
      code: 1,
      stderr: `Port ${port} is in use. Stop the other program or set PORT to a free port.\n`,
    });
    expect(await readdir(here.dataFolder)).toEqual([]);
  });

  it('a data folder that cannot be written', async () => {
    const file = join(here.dataFolder, 'file');
    await writeFile(file, '');
    const result = await here.run({ env: { INTERLUDE_DATA: join(file, 'data') } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(oneSentence);
    expect(result.stderr).toContain('INTERLUDE_DATA');
    expect(result.stderr).toContain('a part of the path is a file');
  });

  it('STITCHER_PORT=eighty', async () => {
    const result = await here.run({ env: { STITCHER_PORT: 'eighty' } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/^STITCHER_PORT [^\n]+\.( [^\n]+\.)?\n$/);
  });

  it('a role that does not exist', async () => {
    const result = await here.run({ args: ['--roles', 'player'] });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('There is no role "player".');
  });
});
