/** Links between the documents of the repository: every relative link leads to a file and to a heading. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const skipped = new Set(['node_modules', 'dist', 'data', 'data-dev', 'test-results', '.git']);
/** Copies of the documents, which `npm run docs:site` writes. */
const sitePages = join(root, 'docs/site/pages');

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return skipped.has(entry.name) || path === sitePages ? [] : documentsBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Without code, in which brackets and parentheses are no links. */
function prose(markdown: string): string {
  return markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '`code`');
}

/** Targets of `[text](target)` and `[name]: target`. */
function linksOf(markdown: string): string[] {
  const text = prose(markdown);
  const inline = [...text.matchAll(/\]\(([^()\s]+)(?:\s"[^"]*")?\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...references].map((match) => match[1] ?? '');
}

/** The anchors that GitHub gives to headings; a repeated one gets -1, -2 … */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const withoutFences = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  for (const [, heading = ''] of withoutFences.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The problem of a link in a document; undefined when its target exists. */
function problemOf(document: string, link: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [path = '', anchor] = decodeURIComponent(link).split('#', 2);
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(target)) return `${link}: there is no such file`;
  if (anchor === undefined || statSync(target).isDirectory()) return undefined;
  const hasAnchor = anchorsOf(readFileSync(target, 'utf8')).has(anchor);
  return hasAnchor ? undefined : `${link}: there is no such heading`;
}

describe('documents', () => {
  const documents = documentsBelow(root);

  it('are all found', () => {
    const names = documents.map((document) => relative(root, document));
    expect(names).toEqual(
      expect.arrayContaining(['README.md', 'docs/manual/1-operate.md', 'apps/interlude/README.md']),
    );
  });

  it('have no dead link between them', () => {
    const dead = documents.flatMap((document) =>
      linksOf(readFileSync(document, 'utf8')).flatMap((link) => {
        const problem = problemOf(document, link);
        return problem === undefined ? [] : [`${relative(root, document)}: ${problem}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('a link to a missing file or heading is found, one in code is none', () => {
    const document = join(root, 'README.md');
    expect(linksOf('[a](no.md) `[b](x.md)` [c](README.md#start)\n\n[d]: e.md')).toEqual([
      'no.md',
      'README.md#start',
      'e.md',
    ]);
    expect(problemOf(document, 'no.md')).toContain('no such file');
    expect(problemOf(document, '#no-heading')).toContain('no such heading');
    expect(problemOf(document, '#start')).toBeUndefined();
    expect(problemOf(document, 'https://example.com/no.md')).toBeUndefined();
  });
});
