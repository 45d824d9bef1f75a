/** Prepares an installation for its first sign-in: creates a tenant, its SuperAdmin and, for the demo, channels. */
import { join } from 'node:path';
import { ensureFirstTenant } from '@interlude/control-plane';
import { type Database, withStartLock } from '@interlude/persistence';
import type { Config, Logger } from '@interlude/runtime';
import { prepareDemo } from './demo.ts';
import { type FirstAdmin, labAddress } from './terminal/banner.ts';

interface FirstStart {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
}

/** Safe to run at every start and by several processes of one machine at once. */
export function prepareFirstStart({ config, database, logger }: FirstStart): Promise<FirstAdmin> {
  return withStartLock(join(config.dataFolder, 'first-start.lock'), async () => {
    const first = await ensureFirstTenant(database, {
      email: config.adminEmail,
      password: config.adminPassword,
      tenantName: config.demo ? `${config.productName} Demo` : config.productName,
    });
    if (first.created)
      logger.info({ tenantId: first.tenantId }, 'first tenant and its SuperAdmin made');
    if (config.demo && first.tenantId !== '') {
      await prepareDemo({ database, logger, tenantId: first.tenantId, lab: labAddress(config) });
    }
    return { email: first.email, newPassword: first.created ? first.password : undefined };
  });
}
