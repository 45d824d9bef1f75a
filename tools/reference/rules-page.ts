/** Every id of a rule or requirement with its sentence and the tests that prove it. */
import { page, table } from './page.ts';
import { allRules } from './rules/all-rules.ts';
import { readCitations } from './rules/rule-ids.ts';

/** Workspaces alone: with names of files the page would be stale whenever a test moves. */
function proofOf(files: readonly string[]): string {
  const rooms = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
  return rooms.size === 0 ? 'no test yet' : [...rooms].map((room) => `\`${room}\``).join(' ');
}

export async function rulesPage(): Promise<string> {
  const { tests } = await readCitations();
  const parts = allRules.flatMap(({ title, rules }) => [
    `## ${title}`,
    table(
      ['Id', 'Rule', 'Tests in'],
      Object.entries(rules).map(([id, text]) => [id, text, proofOf(tests.get(id) ?? [])]),
    ),
  ]);
  return page(
    'Rules and requirements',
    'tools/reference/rules and the names of tests',
    'What the ids in names of tests and in comments stand for. H, D, V, B and SCTE-S are rules of the formats, SEC-S of security; H, D and B are those that the judge cites ([audit rules](audit-rules.md)). The others are requirements of console and API; OP are decisions where a requirement left room. `npx vitest run packages/hls -t H2` runs the tests of a rule, `git grep -w H2` shows where it is cited.',
    ...parts,
  );
}
