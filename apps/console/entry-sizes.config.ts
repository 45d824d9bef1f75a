/**
 * Writes dist/sizes.json: for each measured page the files that a first visit loads, with gzip sizes
 * in bytes. The budgets stand in src/entry-sizes.integration.test.ts.
 */
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { filesOfPage, type PageModules, pages } from './page-files.config.ts';

/** Reports with the first chart of each kind: all that its cards load by themselves. */
const charts = [...(pages['reports'] ?? []), 'src/components/reports/charts/canvas-chart.tsx'];

const gzip = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length;

export function entrySizes(): Plugin {
  return {
    name: 'interlude:entry-sizes',
    enforce: 'post',
    // After chunks that are styles alone have gone.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sizes = Object.fromEntries(
          Object.entries({ ...pages, charts }).map(([page, modules]) => [
            page,
            pageSizes(bundle, modules),
          ]),
        );
        this.emitFile({
          type: 'asset',
          fileName: 'sizes.json',
          source: `${JSON.stringify(sizes, null, 2)}\n`,
        });
      },
    },
  };
}

function pageSizes(bundle: Rolldown.OutputBundle, modules: PageModules) {
  const { chunks, styles } = filesOfPage(bundle, modules);
  const js = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, gzip(code)]));
  const css = Object.fromEntries(
    styles.map((fileName) => {
      const file = bundle[fileName];
      return [fileName, file?.type === 'asset' ? gzip(file.source) : 0];
    }),
  );
  const sum = (files: Record<string, number>) => Object.values(files).reduce((a, b) => a + b, 0);
  return { jsBytes: sum(js), cssBytes: sum(css), js, css };
}
