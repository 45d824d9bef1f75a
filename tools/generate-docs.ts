/** Writes docs/reference from the catalogues in the code; with --check it only lists pages that differ. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adServersPage } from './reference/ad-servers-page.ts';
import { auditRulesPage } from './reference/audit-rules-page.ts';
import { capacityPage } from './reference/capacity-page.ts';
import { channelFieldsPage } from './reference/channel-fields-page.ts';
import { configPage } from './reference/config-page.ts';
import { errorsPage } from './reference/errors-page.ts';
import { metricsPage } from './reference/metrics-page.ts';
import { openApiPage } from './reference/openapi-page.ts';
import { permissionsPage } from './reference/permissions-page.ts';
import { reasonsPage } from './reference/reasons-page.ts';
import { rulesPage } from './reference/rules-page.ts';
import { root } from './root.ts';

const folder = join(root, 'docs/reference');

const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'config.md': configPage,
  'errors.md': errorsPage,
  'permissions.md': permissionsPage,
  'metrics.md': metricsPage,
  'reasons.md': reasonsPage,
  'audit-rules.md': auditRulesPage,
  'ad-servers.md': adServersPage,
  'capacity.md': capacityPage,
  'openapi.json': openApiPage,
  'rules.md': rulesPage,
  '../manual/12-channel-fields.md': channelFieldsPage,
};

/** Names of the pages that differ from the checked-in ones. */
export async function driftedPages(): Promise<string[]> {
  const drifted = await Promise.all(
    Object.entries(pages).map(async ([name, make]) => {
      const checkedIn = await readFile(join(folder, name), 'utf8').catch(() => '');
      return checkedIn === (await make()) ? [] : [name];
    }),
  );
  return drifted.flat();
}

async function writePages(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, make] of Object.entries(pages)) {
    await writeFile(join(folder, name), await make());
    process.stdout.write(`docs/reference/${name}\n`);
  }
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const drifted = await driftedPages();
    for (const name of drifted) {
      process.stderr.write(
        `docs/reference/${name} is not what the code says. Run \`npm run docs\`.\n`,
      );
    }
    if (drifted.length > 0) process.exitCode = 1;
    else
      process.stdout.write(`docs/reference: ${Object.keys(pages).length} pages match the code\n`);
  } else {
    await writePages();
  }
}
