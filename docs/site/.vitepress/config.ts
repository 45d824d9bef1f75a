/** The documents of the repository as a site. A dead link between them fails the build. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const root = join(import.meta.dirname, '../../..');

/** Title of a document: its first heading, without a leading number. */
function titleOf(path: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? path;
  return heading.replace(/^\d+\.? /, '');
}

/** One entry per Markdown file of a folder, by the number that its name begins with. */
function entries(folder: string) {
  const numberOf = (file: string): number => Number.parseInt(file, 10) || 0;
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') && file !== 'README.md' && file !== 'template.md')
    .sort((a, b) => numberOf(a) - numberOf(b) || a.localeCompare(b))
    .map((file) => ({
      text: titleOf(`${folder}/${file}`),
      link: `/${folder}/${file.replace(/\.md$/, '')}`,
    }));
}

const project = [
  'README',
  'ARCHITECTURE',
  'GLOSSARY',
  'STYLE',
  'CONTRIBUTING',
  'SECURITY',
  'CHANGELOG',
];

/** Copied below this folder, so that what their pages import is resolved from its node_modules. */
const pages = join(import.meta.dirname, '../pages');
rmSync(pages, { recursive: true, force: true });
for (const path of [
  ...project.map((name) => `${name}.md`),
  'docs/manual',
  'docs/reference',
  'docs/adr',
  'docs/benchmarks.md',
]) {
  cpSync(join(root, path), join(pages, path), { recursive: true });
}

export default defineConfig({
  title: 'Interlude',
  description: 'Server-side ad insertion for HLS and DASH that you run yourself',
  lang: 'en',
  srcDir: pages,
  rewrites: {
    'README.md': 'index.md',
    'docs/manual/README.md': 'docs/manual/index.md',
    'docs/adr/README.md': 'docs/adr/index.md',
  },
  outDir: join(import.meta.dirname, '../dist'),
  cacheDir: join(import.meta.dirname, '../node_modules/.cache'),
  cleanUrls: true,
  // Links to code and generated files are checked by tests/documents.test.ts; they have no page here.
  ignoreDeadLinks: [
    /\/(?:apps|packages|tests|tools|test-vectors)\//,
    /\/(?:LICENSE|NOTICE)$/,
    /\.json$/,
  ],
  markdown: {
    html: false,
    // Placeholders such as {{token}} are text of ours, not templates of Vue.
    config(md) {
      const { text, code_inline: code } = md.renderer.rules;
      const plain = (html = '') => html.replaceAll('{{', '&#123;&#123;');
      md.renderer.rules.text = (...args) => plain(text?.(...args));
      md.renderer.rules.code_inline = (...args) => plain(code?.(...args));
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Manual', link: '/docs/manual/' },
      { text: 'Reference', link: '/docs/reference/config' },
      { text: 'Decisions', link: '/docs/adr/' },
    ],
    sidebar: [
      {
        text: 'Project',
        items: project.map((name) => ({
          text: titleOf(`${name}.md`),
          link: name === 'README' ? '/' : `/${name}`,
        })),
      },
      { text: 'Manual', items: entries('docs/manual') },
      { text: 'Reference', items: entries('docs/reference') },
      { text: 'Measurements', items: [{ text: 'Benchmarks', link: '/docs/benchmarks' }] },
      { text: 'Decisions', collapsed: true, items: entries('docs/adr') },
    ],
  },
});
