/** Every id of a rule or requirement with its sentence and the tests that prove it. */
import { page, table } from './page.ts';
import { allRules } from './rules/all-rules.ts';
import { readCitations } from './rules/rule-ids.ts';

/** More files say no more, and would change the page with every test. */
const shownFiles = 4;

function proofOf(files: readonly string[]): string {
  if (files.length === 0) return 'no test yet';
  const shown = files.slice(0, shownFiles).map((file) => `\`${file}\``);
  const more = files.length > shownFiles ? ['and others'] : [];
  return [...shown, ...more].join('<br>');
}

export async function rulesPage(): Promise<string> {
  const { tests } = await readCitations();
  const parts = allRules.flatMap(({ title, rules }) => [
    `## ${title}`,
    table(
      ['Id', 'Rule', 'Tests'],
      Object.entries(rules).map(([id, text]) => [id, text, proofOf(tests.get(id) ?? [])]),
    ),
  ]);
  return page(
    'Rules and requirements',
    'tools/reference/rules and the names of tests',
    'What the ids in names of tests and in comments stand for. H, D, V, B and SCTE-S are rules of the formats, SEC-S of security; H, D and B are those that the judge cites ([audit rules](audit-rules.md)). The others are requirements of console and API; OP are decisions where a requirement left room.',
    ...parts,
  );
}
