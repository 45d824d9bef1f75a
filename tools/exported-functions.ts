/** Functions that the index.ts of a package exports, and whether each has a TSDoc comment. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from './root.ts';

export interface ExportedFunction {
  /** From the project's root. */
  readonly file: string;
  readonly name: string;
  readonly hasDoc: boolean;
}

/** `export { a, type B as C } from './x.ts'`, `export * from './x.ts'`; formatted, one statement each. */
const reExport = /^export (?:\*|\{([^}]*)\}) from '(\.[^']+)';/gm;
const declared =
  /^export (?:async )?(?:function\*? (\w+)|const (\w+)\b[^=]*= (?:async )?(?:<[^>]*>)?\(?[^;{]*=>)/;

/** Exported functions of a file; biome's format puts each declaration at the beginning of a line. */
function functionsIn(text: string): { readonly name: string; readonly hasDoc: boolean }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const statement = `${line} ${lines[index + 1] ?? ''}`;
    const match = line.startsWith('export ') ? declared.exec(statement) : null;
    const name = match?.[1] ?? match?.[2];
    if (name === undefined) return [];
    return [{ name, hasDoc: (lines[index - 1] ?? '').trimEnd().endsWith('*/') }];
  });
}

async function functionsOf(index: string): Promise<ExportedFunction[]> {
  const found: ExportedFunction[] = [];
  for (const [, names, from = ''] of (await readFile(index, 'utf8')).matchAll(reExport)) {
    const file = join(dirname(index), from);
    const wanted = names?.split(',').map((name) => name.trim().split(' as ')[0]);
    for (const one of functionsIn(await readFile(file, 'utf8')))
      if (wanted === undefined || wanted.includes(one.name))
        found.push({ file: relative(root, file), ...one });
  }
  return found;
}

/** In the order of packages and of their index. */
export async function exportedFunctions(): Promise<ExportedFunction[]> {
  const packages = (await readdir(join(root, 'packages'))).toSorted();
  const all = packages.map((name) => functionsOf(join(root, 'packages', name, 'src/index.ts')));
  return (await Promise.all(all)).flat();
}
