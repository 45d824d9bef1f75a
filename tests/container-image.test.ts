import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Folders of the workspaces that a workspace imports at run time, itself among them. */
async function workspacesOf(folder: string): Promise<Set<string>> {
  const { packages } = lock.parse(
    JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  const found = new Set([folder]);
  for (const each of found) {
    for (const name of Object.keys(packages[each]?.dependencies ?? {})) {
      const { link, resolved } = packages[`node_modules/${name}`] ?? {};
      if (link && resolved !== undefined) found.add(resolved);
    }
  }
  return found;
}

test('the image has the sources of every workspace that a role imports', async () => {
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  const copied = [
    ...(await readFile(join(root, 'Containerfile'), 'utf8')).matchAll(/^COPY (\S+) \1$/gm),
  ];
  const folders = copied.map(([, folder = '']) => folder);
  const workspaces = [...(await workspacesOf('apps/interlude'))];
  expect(workspaces).toContain('packages/audit');
  for (const workspace of workspaces) {
    expect(ignored.filter((line) => line.startsWith(workspace))).toEqual([]);
    expect(
      folders.some((folder) => workspace === folder || workspace.startsWith(`${folder}/`)),
      workspace,
    ).toBe(true);
  }
});
