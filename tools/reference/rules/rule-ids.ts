/** Finds the ids of rules and requirements in texts of the repository. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '../../root.ts';
import { sourceFiles } from '../../source-files.ts';

const areas =
  'PUB|AUTH|NAV|LIST|CHL|CHE|SLATE|MON|SYS|AST|MED|JOB|FLOW|USR|PROF|NOTE|SUB|APIK|PLY|DASH|REP|PER|CHS|EXP|API|DATA|ERR|ROLE|CONST|REC';

/**
 * `CHE-024`, `OP-30`, `SCTE-S3`, `SEC-S12`, `REL-R3`, `H21`, `D7`, `V11`, `B4`, `T6`. A letter with a number that is part of a
 * longer word, of an address or of base64 is no id.
 */
const id = new RegExp(
  `(?<![\\w/+=#.%&:-])(?:(?:${areas})-\\d{3}|OP-\\d{2}|(?:SCTE|SEC)-S\\d{1,3}|REL-R\\d{1,2}|[HDVBT][1-9]\\d?)(?![\\w/+=%-])`,
  'g',
);

/** Ids in a text, each once, in the order of the text. */
export function idsIn(text: string): string[] {
  return [...new Set(text.match(id) ?? [])];
}

const isTest = (file: string) =>
  /\.(test|suite|e2e)\.tsx?$/.test(file) || file.startsWith('tests/');

export interface Citations {
  /** Files of tests by id, sorted. */
  readonly tests: ReadonlyMap<string, readonly string[]>;
  /** All files by id, sorted. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** Reads every source and test once (about 2,000 files) and notes which ids it cites. */
export async function readCitations(): Promise<Citations> {
  const found = await sourceFiles(['packages', 'apps', 'tests', 'tools']);
  const read = found
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith('tools/reference/rules/'))
    .toSorted()
    .map(async (file) => ({ file, ids: idsIn(await readFile(`${root}${file}`, 'utf8')) }));
  const tests = new Map<string, string[]>();
  const files = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, one: string, file: string) => {
    const known = map.get(one);
    if (known === undefined) map.set(one, [file]);
    else known.push(file);
  };
  for (const { file, ids } of await Promise.all(read))
    for (const one of ids) {
      add(files, one, file);
      if (isTest(file)) add(tests, one, file);
    }
  return { tests, files };
}
