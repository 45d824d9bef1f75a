/**
 * Marks the larger files of a first visit with V8's explicit compile hint: their functions are compiled while they are
 * fetched, in another thread, instead of one by one at their first call in the middle of the first render (ADR 0059).
 */
import type { Plugin } from 'vite';
import { filesOfPage, pages } from './page-files.config.ts';

/** https://v8.dev/blog/explicit-compile-hints */
const hint = '//# allFunctionsCalledOnLoad';
/** Characters. The others' functions are few, and the comment would weigh more than it gives. */
const leastLength = 16_000;

export function compileHints(): Plugin {
  return {
    name: 'interlude:compile-hints',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(pages).flatMap(
          (modules) => filesOfPage(bundle, modules).chunks,
        );
        for (const chunk of new Set(chunks)) {
          if (chunk.code.length < leastLength) continue;
          chunk.code = `${hint}\n${chunk.code}`;
          const map = bundle[`${chunk.fileName}.map`];
          if (map?.type !== 'asset') throw new Error(`${chunk.fileName} has no source map.`);
          // Its code is one line further down.
          map.source = map.source.toString().replace('"mappings":"', '"mappings":";');
        }
      },
    },
  };
}
