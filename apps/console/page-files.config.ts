/** Files that a first visit of a page loads: the static imports of the modules that it begins with, and their styles. */
import type { Rolldown } from 'vite';

/** The modules that a page begins with. The first is in the HTML, each other one is imported by the one before. */
export type PageModules = readonly string[];

const app = ['src/main.tsx', 'src/app/app-language.ts', 'src/app/start-app.tsx'];

/** By the name of the page's HTML file. */
export const pages: Readonly<Record<string, PageModules>> = {
  login: ['src/main.tsx', 'src/app/public/start-public.tsx', 'src/features/login/login-page.tsx'],
  app,
  dashboard: [...app, 'src/features/dashboard/dashboard-page.tsx'],
  reports: [...app, 'src/features/reports/reports-page.tsx'],
  channels: [...app, 'src/features/channels/channel-list-page.tsx'],
  channel: [...app, 'src/features/channels/channel-page.tsx'],
};

export interface PageFiles {
  readonly chunks: readonly Rolldown.OutputChunk[];
  /** Names of files. */
  readonly styles: readonly string[];
}

/** @throws when no chunk holds one of the modules */
export function filesOfPage(bundle: Rolldown.OutputBundle, modules: PageModules): PageFiles {
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
  const styles = new Set(
    [...chunks.values()].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
  );
  return { chunks: [...chunks.values()], styles: [...styles] };
}
