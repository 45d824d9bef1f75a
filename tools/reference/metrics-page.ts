/** Metrics are declared where they are counted; this page is read from those declarations in the source. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '../root.ts';
import { sourceFiles } from '../source-files.ts';
import { page, table } from './page.ts';

interface Declaration {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: string;
  readonly room: string;
}

const declaration =
  /\.(counter|gauge|histogram)\(\s*'(\w+)',\s*(['"`])([\s\S]*?)\3\s*(?:,\s*\[([^\]]*)\])?/g;

async function declarationsIn(file: string): Promise<Declaration[]> {
  const text = await readFile(file, 'utf8');
  const room = /^(?:apps|packages)\/[^/]+/.exec(relative(root, file))?.[0] ?? '';
  return [...text.matchAll(declaration)].map((match) => ({
    type: String(match[1]),
    name: String(match[2]),
    help: String(match[4]),
    labels: (match[5] ?? '').replace(/['\s]/g, '').split(',').filter(Boolean).join(', '),
    room,
  }));
}

export async function metricsPage(): Promise<string> {
  const files = (await sourceFiles(['apps', 'packages'])).filter(
    (file) => !file.includes('.test.'),
  );
  const found = (await Promise.all(files.map(declarationsIn))).flat();
  const rows = found
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.room.localeCompare(b.room))
    .map((entry) => [
      `\`${entry.name}\``,
      entry.type,
      entry.labels,
      entry.help,
      `\`${entry.room}\``,
    ]);
  return page(
    'Metrics',
    'the declarations in apps and packages',
    "Prometheus text at `/metrics` on every role's port. The usual metrics of a Node process (`process_*`, `nodejs_*`) come beside these.",
    table(['Name', 'Type', 'Labels', 'Meaning', 'Counted in'], rows),
  );
}
