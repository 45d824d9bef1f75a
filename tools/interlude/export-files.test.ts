import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from './documents.ts';
import { exportProblems, filesOf, writeFiles, yamlFilesIn, yamlOf } from './export-files.ts';
import type { Existing, Kind, Values } from './kinds.ts';
import { readYaml } from './read-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function existing(kind: Kind, name: string, fields: Values = {}): Existing {
  const sourced = kind === 'channel' ? { sourceManifestUrl: 'https://origin.example.com/a' } : {};
  const { wanted, ...refused } = readDocument({
    ...{ place: '', value: { kind, name, ...sourced, ...fields } },
  });
  if (wanted === undefined) throw new Error(JSON.stringify(refused));
  const { values } = wanted;
  const api = { id: name, updatedAt: '', isBuiltIn: false };
  return { ...{ kind, name, values, raw: values }, ...api };
}

describe('an exported file', () => {
  it('SEC-S121 has a name that leads out of no folder', () => {
    const names = ['../../etc/passwd', 'Ünïcode', '…', 'a/b', 'a-b', 'x'.repeat(100)];
    expect(filesOf(names.map((name) => existing('channel', name))).map(({ path }) => path)).toEqual(
      [
        'channels/etc-passwd.yaml',
        'channels/a-b.yaml',
        'channels/a-b-2.yaml',
        `channels/${'x'.repeat(60)}.yaml`,
        'channels/unicode.yaml',
        'channels/unnamed.yaml',
      ],
    );
  });

  it.each([
    'no',
    '0o17',
    '1e3',
    '2026-11-01',
    '*',
    ' - a: b',
    'two\nlines',
    '\u001b[2J \u009b \u202e \u0085\t#',
    `${'long '.repeat(20)}\n\u202e\n`,
  ])('SEC-S121 says %j as it is, and nothing in it acts in a terminal', (text) => {
    const entry = existing('channel', 'News', {
      adSource: { params: { [text]: text } },
    });
    const yaml = yamlOf(entry);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(yaml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const [document] = readYaml(yaml, '').documents;
    expect(document?.value).toMatchObject({ adSource: { params: { [text]: text } } });
  });

  it('SEC-S121 what files cannot say is refused', () => {
    const url = 'https://ads.example/?u=https://u:planted@b.example';
    const open = { ...existing('channel', 'Open'), raw: { adSource: { url } } };
    const problems = exportProblems([existing('channel', 'A'), existing('channel', 'A'), open]);
    expect(problems).toEqual([
      'channel "A": there are 2 of this name; rename all but one',
      'channel "Open": credentials stand in an address that keeps them no secret; remove them',
    ]);
  });
});

describe('a folder of exports', () => {
  it('SEC-S121 is written through no link', async () => {
    const [outside, into] = [join(folder, 'outside'), join(folder, 'into')];
    await mkdir(join(into, 'channels'), { recursive: true });
    await writeFile(outside, 'kept');
    await symlink(outside, join(into, 'channels', 'a.yaml'));
    await symlink(outside, join(into, 'channels', '.a.yaml.part'));
    await writeFiles(into, [{ path: 'channels/a.yaml', text: 'a: 1\n' }]);
    expect(await readdir(join(into, 'channels'))).toEqual(['a.yaml']);
    expect(await readFile(join(into, 'channels', 'a.yaml'), 'utf8')).toBe('a: 1\n');
    expect(await readFile(outside, 'utf8')).toBe('kept');
    await symlink(folder, join(into, 'systems'));
    await expect(writeFiles(into, [{ path: 'systems/a.yaml', text: '' }])).rejects.toThrow(
      `${join(into, 'systems')} is a link: remove it.`,
    );
    expect(await readdir(folder)).not.toContain('a.yaml');
  });

  it('has the files that the other commands read', async () => {
    const into = join(folder, 'read');
    for (const inner of ['.github', 'node_modules/a', 'b'])
      await mkdir(join(into, inner), { recursive: true });
    for (const path of ['.github/ci.yml', 'node_modules/a/b.yaml', 'b/c.YML', 'readme.md'])
      await writeFile(join(into, path), '');
    expect(await yamlFilesIn(into)).toEqual(['b/c.YML']);
  });
});
