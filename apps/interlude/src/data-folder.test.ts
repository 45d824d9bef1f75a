import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'interlude-data-folder-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777;

it('SEC-S28 the data folder is made for its owner, and closed to others when it is there', async () => {
  const made = join(base, 'a/b');
  await prepareDataFolder(made);
  expect(await modeOf(made)).toBe(0o700);
  for (const [before, after] of [
    [0o755, 0o751],
    [0o777, 0o771],
    [0o711, 0o711],
    [0o770, 0o770],
  ] as const) {
    await chmod(made, before);
    await prepareDataFolder(made);
    expect(await modeOf(made)).toBe(after);
  }
});
