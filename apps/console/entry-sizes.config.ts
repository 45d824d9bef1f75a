/**
 * Writes dist/sizes.json: for each measured page the files that a first visit loads, with gzip sizes
 * in bytes. The budgets stand in src/entry-sizes.integration.test.ts.
 */
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** The modules whose static import closures make up a page. */
const pages: Readonly<Record<string, readonly string[]>> = {
  login: ['src/main.tsx', 'src/app/public/start-public.tsx', 'src/features/login/login-page.tsx'],
  channels: [
    'src/main.tsx',
    'src/app/start-app.tsx',
    'src/features/channels/channel-list-page.tsx',
  ],
  dashboard: ['src/main.tsx', 'src/app/start-app.tsx', 'src/features/dashboard/dashboard-page.tsx'],
  reports: ['src/main.tsx', 'src/app/start-app.tsx', 'src/features/reports/reports-page.tsx'],
  /** Reports with the first chart of each kind: all that its cards load by themselves. */
  charts: [
    'src/main.tsx',
    'src/app/start-app.tsx',
    'src/features/reports/reports-page.tsx',
    'src/components/reports/charts/canvas-chart.tsx',
  ],
  channel: ['src/main.tsx', 'src/app/start-app.tsx', 'src/features/channels/channel-page.tsx'],
};

const gzip = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length;

export function entrySizes(): Plugin {
  return {
    name: 'interlude:entry-sizes',
    generateBundle(_options, bundle) {
      const sizes = Object.fromEntries(
        Object.entries(pages).map(([page, modules]) => [page, pageSizes(bundle, modules)]),
      );
      this.emitFile({
        type: 'asset',
        fileName: 'sizes.json',
        source: `${JSON.stringify(sizes, null, 2)}\n`,
      });
    },
  };
}

function pageSizes(bundle: Rolldown.OutputBundle, modules: readonly string[]) {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || chunks.has(fileName)) return;
    chunks.set(fileName, chunk);
    for (const imported of chunk.imports) add(imported);
  };
  for (const module of modules) {
    const owner = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
    );
    if (owner === undefined) throw new Error(`No chunk holds ${module}.`);
    add(owner.fileName);
  }
  const js = Object.fromEntries([...chunks.values()].map((c) => [c.fileName, gzip(c.code)]));
  const styles = new Set(
    [...chunks.values()].flatMap((c) => [...(c.viteMetadata?.importedCss ?? [])]),
  );
  const css = Object.fromEntries(
    [...styles].map((fileName) => {
      const file = bundle[fileName];
      return [fileName, file?.type === 'asset' ? gzip(file.source) : 0];
    }),
  );
  const sum = (files: Record<string, number>) => Object.values(files).reduce((a, b) => a + b, 0);
  return { jsBytes: sum(js), cssBytes: sum(css), js, css };
}
