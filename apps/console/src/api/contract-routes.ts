/**
 * The routes that the console calls. The build replaces this module by the same table without its
 * schemas (routes-without-schemas.config.ts), so use method, path and list of a route only.
 */
import { contract } from '@interlude/contract/api';

export const routes = contract;
