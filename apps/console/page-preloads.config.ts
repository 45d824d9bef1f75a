/**
 * Writes dist/<page>.html for each page: the HTML with links to all files of a first visit, so that the browser fetches
 * them at once instead of one import after another. The control plane sends the one of the path.
 */
import type { Plugin } from 'vite';
import { filesOfPage, pages } from './page-files.config.ts';

export function pagePreloads(): Plugin {
  return {
    name: 'interlude:page-preloads',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html'];
        if (html?.type !== 'asset') throw new Error('There is no index.html.');
        const index = html.source.toString();
        for (const [page, modules] of Object.entries(pages)) {
          const { chunks, styles } = filesOfPage(bundle, modules);
          const missing = [
            ...chunks.map(({ fileName }) => [fileName, 'rel="modulepreload"'] as const),
            ...styles.map((fileName) => [fileName, 'rel="preload" as="style"'] as const),
            // The HTML has those of the entry.
          ].filter(([fileName]) => !index.includes(fileName));
          const links = missing.map(
            ([fileName, kind]) => `<link ${kind} crossorigin href="/${fileName}">`,
          );
          this.emitFile({
            type: 'asset',
            fileName: `${page}.html`,
            source: index.replace('</head>', `  ${links.join('\n    ')}\n  </head>`),
          });
        }
      },
    },
  };
}
