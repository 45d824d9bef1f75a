import { createLogger, systemClock } from '@interlude/runtime';
import { emptyDatabase, testSecretKey } from '@interlude/testkit';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { ensureRequestRole } from './request-role.ts';
import { describeSchema } from './schema-lines.suite.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

/** The schema of a database that had `version` migrations when the platform opened it. */
async function schemaOpenedFrom(version: number): Promise<string[]> {
  const { url, drop } = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await ensureRequestRole(client, false);
    expect(await migrate(client, logger, version)).toHaveLength(version);
    const database = await openDatabase({
      databaseUrl: url,
      dataFolder: '/unused',
      logger,
      clock: systemClock,
      secretKey: testSecretKey,
      pools: { system: 1, requests: 1 },
    });
    await database.stop();
    return await describeSchema(client);
  } finally {
    await client.end();
    await drop();
  }
}

describe('an upgrade reaches the schema of a new database', async () => {
  const versions = (await readMigrations()).map((_, index) => index + 1);
  let expected: string[] = [];
  beforeAll(async () => {
    expected = await schemaOpenedFrom(0);
  });

  test.each(versions)('from version %i', async (version) => {
    expect(await schemaOpenedFrom(version)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(100);
  });
});
