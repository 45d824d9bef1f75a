export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { withStartLock } from './embedded-postgres/start-lock.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres/supervisor.ts';
export { readMigrations } from './migrations/migrate.ts';
export type { Schema } from './schema.ts';
export type { SystemScope, TenantScope } from './scope.ts';
