/**
 * Reads YAML files of a folder, or one file. They may come from a stranger's pull request: time and memory are limited,
 * links are not followed, and only mappings, lists and plain values are accepted.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { FileDocument } from './documents.ts';

export const fileLimits = {
  bytesPerFile: 1_048_576,
  bytes: 67_108_864,
  files: 10_000,
  folders: 6,
  documents: 10_000,
  valueDepth: 30,
  problemsPerFile: 20,
} as const;

export interface ReadFiles {
  readonly documents: readonly FileDocument[];
  readonly problems: readonly string[];
}

const isYaml = (name: string) => /\.ya?ml$/i.test(name);

/** A problem of a file; its message is shown. */
class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** Yields files; a link is none, wherever it leads. */
async function* filesBelow(folder: string, depth = 1): AsyncGenerator<string> {
  if (depth > fileLimits.folders)
    throw new FileProblem(`${folder}: folders are nested more than ${fileLimits.folders} deep`);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, depth + 1);
    else if (isYaml(entry.name)) yield path;
  }
}

async function readBounded(file: FileHandle, path: string): Promise<string> {
  const found: Stats = await file.stat();
  if (!found.isFile()) throw new FileProblem(`${path}: it is no regular file`);
  const limit = fileLimits.bytesPerFile;
  if (found.size > limit) throw new FileProblem(`${path}: it has more than ${limit} bytes`);
  const bytes = Buffer.alloc(found.size);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesRead));
}

async function readText(path: string): Promise<string> {
  let file: FileHandle;
  try {
    // O_NONBLOCK: a pipe is opened, and then refused, without a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const isLink = code === 'ELOOP' || code === 'EMLINK';
    throw new FileProblem(`${path}: ${isLink ? 'it is a link, which is not followed' : code}`);
  }
  try {
    return await readBounded(file, path);
  } catch (error) {
    if (error instanceof TypeError) throw new FileProblem(`${path}: it is not UTF-8`);
    throw error;
  } finally {
    await file.close();
  }
}

/** Of YAML's core schema; the library gives some of them to nodes without a tag. */
const plainTags = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((tag) => `tag:yaml.org,2002:${tag}`),
);

function plainScalar({ value }: Scalar): unknown {
  const isPlain = value === null || ['string', 'boolean'].includes(typeof value);
  if (isPlain || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new FileProblem('a value is a text, a number, true, false or null');
}

function plainMap({ items }: YAMLMap, depth: number): unknown {
  const found = new Map<string, unknown>();
  for (const { key, value } of items) {
    const name = isScalar(key) ? key.value : undefined;
    if (typeof name !== 'string') throw new FileProblem('names of fields are texts');
    if (name === '__proto__' || name === '<<')
      throw new FileProblem(`${name} is no name of a field`);
    if (found.has(name)) throw new FileProblem(`${JSON.stringify(name)} is there twice`);
    found.set(name, plainValue(value as Node | null, depth + 1));
  }
  return Object.fromEntries(found);
}

/** A node as a plain value. */
function plainValue(node: Node | null, depth = 1): unknown {
  if (node === null) return null;
  if (isAlias(node)) throw new FileProblem('aliases are not read: quote a text that begins with *');
  if (node.tag !== undefined && !plainTags.has(node.tag))
    throw new FileProblem('tags are not read');
  if (depth > fileLimits.valueDepth)
    throw new FileProblem(`values are nested more than ${fileLimits.valueDepth} deep`);
  if (isScalar(node)) return plainScalar(node);
  if (isSeq(node)) return node.items.map((item) => plainValue(item as Node, depth + 1));
  if (isMap(node)) return plainMap(node, depth);
  throw new FileProblem('a value is a mapping, a list or plain');
}

type Parsed = { readonly at: number; readonly document: Document.Parsed };

function parsedDocuments(text: string, lines: LineCounter): Parsed[] {
  const documents = parseAllDocuments(text, {
    ...{ lineCounter: lines, prettyErrors: false, logLevel: 'silent', version: '1.2' },
    // Checked by plainValue, which does not compare each key with each other.
    ...{ uniqueKeys: false, resolveKnownTags: false, merge: false, schema: 'core' },
  });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => ({
    ...{ document, at: document.contents?.range?.[0] ?? document.range[0] },
  }));
}

/** Documents of a YAML text; `path` names the file in problems. */
export function readYaml(text: string, path: string): ReadFiles {
  const lines = new LineCounter();
  const documents: FileDocument[] = [];
  const problems: string[] = [];
  const lineOf = (offset: number) => `${path}:${lines.linePos(offset).line}`;
  let parsed: Parsed[];
  try {
    parsed = parsedDocuments(text, lines);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { documents, problems: [`${path}: values are nested too deep`] };
  }
  for (const { document, at } of parsed) {
    const [error] = document.errors;
    if (error !== undefined) {
      problems.push(`${lineOf(error.pos[0])}: this is no YAML: ${error.code}`);
      continue;
    }
    try {
      if (document.directives?.yaml.version !== '1.2')
        throw new FileProblem('this is no YAML 1.2: remove the directive');
      const value = plainValue(document.contents);
      if (value !== null) documents.push({ place: lineOf(at), value });
    } catch (problem) {
      if (!(problem instanceof FileProblem)) throw problem;
      problems.push(`${lineOf(at)}: ${problem.message}`);
    }
  }
  return { documents, problems: problems.slice(0, fileLimits.problemsPerFile) };
}

async function pathsOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new FileProblem(`${path}: there is no such file or folder`);
  // A path that the user typed may be a link; links below a folder are ignored.
  if (!found.isDirectory()) return [await realpath(path)];
  const paths: string[] = [];
  for await (const file of filesBelow(path)) {
    if (paths.length >= fileLimits.files)
      throw new FileProblem(`${path}: it has more than ${fileLimits.files} files`);
    paths.push(file);
  }
  return paths;
}

/** All documents of a folder, or of a file. */
export async function readFiles(path: string): Promise<ReadFiles> {
  const documents: FileDocument[] = [];
  const problems: string[] = [];
  let bytes = 0;
  try {
    for (const file of await pathsOf(path)) {
      const text = await readText(file).catch((error: unknown) => {
        if (!(error instanceof FileProblem)) throw error;
        problems.push(error.message);
        return '';
      });
      bytes += Buffer.byteLength(text);
      if (bytes > fileLimits.bytes)
        throw new FileProblem(`${path}: its files have more than ${fileLimits.bytes} bytes`);
      const read = readYaml(text, file);
      documents.push(...read.documents);
      problems.push(...read.problems);
      if (documents.length > fileLimits.documents)
        throw new FileProblem(`${path}: it has more than ${fileLimits.documents} documents`);
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problems.push(error.message);
  }
  if (documents.length === 0 && problems.length === 0)
    problems.push(`${path}: ${basename(path)} has no document`);
  return { documents, problems };
}
