/** Writes the resources of a company as files: one a resource, by kind and name. */
import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { Document, Scalar, visit } from 'yaml';
import { CommandError } from './command-error.ts';
import { toDocument } from './documents.ts';
import { type Existing, kinds, secretsOf } from './kinds.ts';
import { safeLines } from './print-plan.ts';
import { hasCredentials } from './secret-texts.ts';

const maxNameChars = 60;

/** A name of a file, whatever the resource is called: letters, digits and hyphens. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameChars)
    .replace(/^-|-$/g, '');
  return plain === '' ? 'unnamed' : plain;
}

/**
 * The YAML of a resource. Texts that older parsers read as another type are quoted, and control characters are escaped.
 */
export function yamlOf(entry: Existing): string {
  const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1', version: '1.2' } as const;
  const document = new Document(toDocument(entry), options);
  visit(document, {
    Scalar: (_, scalar) => {
      const { value } = scalar;
      const acts = typeof value === 'string' && safeLines(value) !== value;
      // The form that has escapes.
      if (acts) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return safeLines(document.toString({ lineWidth: 0 }));
}

export interface ExportFile {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
}

/** Problems that prevent an export: names that several resources have, and credentials outside of declared secrets. */
export function exportProblems(entries: readonly Existing[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, name } of entries) {
    const key = `${kind} ${JSON.stringify(name)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const doubles = [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => `${key}: there are ${count} of this name; rename all but one`);
  const open = entries
    .filter(({ kind, raw }) => hasCredentials(secretsOf(kind, raw), raw))
    .map(
      ({ kind, name }) =>
        `${kind} ${JSON.stringify(name)}: credentials stand in an address that keeps them no secret; remove them`,
    );
  return [...doubles, ...open];
}

/** Files by kind and name. */
export function filesOf(entries: readonly Existing[]): ExportFile[] {
  const taken = new Set<string>();
  const place = ({ kind, name }: Existing) => `${kinds.indexOf(kind)} ${name}`;
  const ordered = entries.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
  return ordered.map((entry) => {
    const name = fileNameOf(entry.name);
    const pathOf = (at: number) => `${entry.kind}s/${name}${at === 1 ? '' : `-${at}`}.yaml`;
    let at = 1;
    while (taken.has(pathOf(at))) at += 1;
    const path = pathOf(at);
    taken.add(path);
    return { path, text: yamlOf(entry) };
  });
}

/** YAML files below a folder, as paths below it, without those that the other commands pass over. */
export async function yamlFilesIn(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter(({ name }) => /\.ya?ml$/i.test(name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(\.|node_modules\/)/.test(path));
}

/**
 * Each file whole or not at all: beside its place until it is written, and never through a link.
 * @throws {CommandError} a folder of the files is a link
 */
export async function writeFiles(folder: string, files: readonly ExportFile[]): Promise<void> {
  for (const { path, text } of files) {
    const target = join(folder, path);
    const draft = join(dirname(target), `.${basename(target)}.part`);
    await mkdir(dirname(target), { recursive: true });
    if (!(await lstat(dirname(target))).isDirectory())
      throw new CommandError(`${dirname(target)} is a link: remove it.`);
    await rm(draft, { force: true });
    await writeFile(draft, text, { mode: 0o644, flag: 'wx' });
    await rename(draft, target);
  }
}
