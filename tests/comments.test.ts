/** Field English in comments, as far as words show it (STYLE.md, 7). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const skipped = new Set(['node_modules', 'dist', 'data', 'data-dev', 'test-results']);

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesBelow(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** Comments with what stands for a noun at their head, or with a word that hides who does what. */
function riddlesIn(name: string, source: string): string[] {
  const { comments } = parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
  const isRiddle = /^\W*(What|Who|Whoever|Whatever|Whose|Whom)\b|\b(told|whoever|wish|wishes)\b/;
  return comments.filter(({ value }) => isRiddle.test(value)).map(({ value }) => value.trim());
}

it('comments name the thing that they are about', () => {
  const files = ['apps', 'packages', 'tools', 'tests'].flatMap((folder) =>
    sourcesBelow(join(root, folder)),
  );
  expect(files.length).toBeGreaterThan(3_000);
  const riddles = files.flatMap((file) =>
    riddlesIn(file, readFileSync(file, 'utf8')).map((text) => `${relative(root, file)}: ${text}`),
  );
  expect(riddles).toEqual([]);
});

it('a riddle is found in each kind of comment, and none in a string', () => {
  const source = [
    '/** What a session may never be served. */',
    'const a = 1; // Whoever comes late.',
    "const b = '// What';",
    '/* The origin is asked, and the monitor told. */',
    '// Whether it is open; what the origin answered.',
  ].join('\n');
  expect(riddlesIn('a.ts', source)).toEqual([
    '* What a session may never be served.',
    'Whoever comes late.',
    'The origin is asked, and the monitor told.',
  ]);
});
