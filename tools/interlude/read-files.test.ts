import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileLimits, readFiles, readYaml } from './read-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (text: string) => readYaml(text, 'a.yaml');

describe('a YAML file', () => {
  it('has documents with their places; texts, numbers and truths are those of YAML 1.2', () => {
    expect(
      read('a: 1\n---\n\n# c\nb: [no, 0o17, 1.5, null, true, 2026-11-01, "1"]\n---\n'),
    ).toEqual({
      documents: [
        { place: 'a.yaml:1', value: { a: 1 } },
        {
          place: 'a.yaml:5',
          value: { b: ['no', 15, 1.5, null, true, '2026-11-01', '1'] },
        },
      ],
      problems: [],
    });
  });

  it.each([
    ['an alias', 'a: &x [1]\nb: *x', 'aliases are not read'],
    ['a billion laughs', 'a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]', 'aliases are not read'],
    ['a merge', 'a: 1\n<<: { b: 2 }', '<< is no name of a field'],
    ['a tag', 'a: !include /etc/passwd', 'tags are not read'],
    ['binary', 'a: !!binary aGk=', 'tags are not read'],
    ['a name twice', 'a: 1\na: 2', '"a" is there twice'],
    ['a prototype', '__proto__: { a: 1 }', '__proto__ is no name of a field'],
    ['a list as a name', '? [a]\n: 1', 'names of fields are texts'],
    ['a number as a name', '1: a', 'names of fields are texts'],
    ['YAML 1.1', '%YAML 1.1\n---\na: 1', 'this is no YAML 1.2'],
    ['a broken line', 'a: "x', 'this is no YAML: '],
    ['infinity', 'a: .inf', 'a value is a text, a number'],
    ['depth', `a: ${'['.repeat(40)}${']'.repeat(40)}`, 'nested more than 30 deep'],
    ['great depth', '['.repeat(200_000), 'nested too deep|no YAML'],
  ])('SEC-S121 with %s is refused', (_, text, problem) => {
    const { documents, problems } = read(text);
    expect(documents).toEqual([]);
    expect(problems[0]).toMatch(new RegExp(problem));
  });

  it('SEC-S121 a million of fields costs no more than their number', () => {
    const text = Array.from({ length: 60_000 }, (_, at) => `a${at}: 1`).join('\n');
    const started = performance.now();
    const [document] = read(text).documents;
    expect(Object.keys(document?.value ?? {})).toHaveLength(60_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('SEC-S121 what a file says is not repeated by the problem that it has', () => {
    const { problems } = read('PATH=/usr/bin\0SECRET=planted\0');
    expect(problems.join()).not.toContain('planted');
  });
});

describe('a folder', () => {
  it('SEC-S121 gives its YAML files in order; links, large files and other things are refused', async () => {
    const outside = join(folder, 'outside.txt');
    await writeFile(outside, 'planted: 1');
    const inside = join(folder, 'inside');
    await mkdir(join(inside, 'b', '.git'), { recursive: true });
    await writeFile(join(inside, 'z.yml'), 'z: 1');
    await writeFile(join(inside, 'b', 'a.yaml'), 'a: 1');
    await writeFile(join(inside, 'b', '.git', 'c.yaml'), 'c: 1');
    await writeFile(join(inside, 'readme.md'), 'planted: 1');
    await symlink(outside, join(inside, 'link.yaml'));
    await symlink(folder, join(inside, 'all'));
    await writeFile(join(inside, 'large.yaml'), `a: ${'x'.repeat(fileLimits.bytesPerFile)}`);
    await writeFile(join(inside, 'latin.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xe4]));
    const { documents, problems } = await readFiles(inside);
    expect(documents.map(({ value }) => value)).toEqual([{ a: 1 }, { z: 1 }]);
    expect(problems.map((problem) => problem.replace(`${inside}/`, ''))).toEqual([
      `large.yaml: it has more than ${fileLimits.bytesPerFile} bytes`,
      'latin.yaml: it is not UTF-8',
      'link.yaml: it is a link, which is not followed',
    ]);
  });

  it('without a document, or that is not there, is a problem', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    expect((await readFiles(empty)).problems).toEqual([`${empty}: empty has no document`]);
    const none = join(folder, 'none');
    expect((await readFiles(none)).problems).toEqual([`${none}: there is no such file or folder`]);
  });
});
