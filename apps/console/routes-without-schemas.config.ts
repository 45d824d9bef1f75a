/**
 * The browser calls routes by method and path; their zod schemas would add some 30 KB to each page.
 * This plugin replaces `src/api/contract-routes.ts` by the same table without the schemas. Tests and
 * the type checker see the real module, so there is one table of routes and no drift.
 */
import type { Plugin } from 'vite';
import { contract } from '../../packages/contract/src/contract.ts';
import type { Route } from '../../packages/contract/src/route.ts';

function slim(routes: Record<string, Route>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(routes).map(([name, { method, path, list }]) => [name, { method, path, list }]),
  );
}

export function routesWithoutSchemas(): Plugin {
  return {
    name: 'interlude:routes-without-schemas',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/src/api/contract-routes.ts')) return;
      const table = Object.fromEntries(
        Object.entries(contract).map(([resource, routes]) => [resource, slim(routes)]),
      );
      return `export const routes = ${JSON.stringify(table)};`;
    },
  };
}
