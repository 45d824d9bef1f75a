/** One role under `npm run dev`: the same platform, without the build of the console, which Vite serves. */

import { parseArguments } from '../../apps/interlude/src/arguments.ts';
import { startPlatform } from '../../apps/interlude/src/platform.ts';

// Set by `node --watch`. A child process of a role would report its files over the channel of its own messages.
delete process.env['WATCH_REPORT_DEPENDENCIES'];

const parsed = parseArguments(process.argv.slice(2));
const roles = parsed.kind === 'start' ? parsed.roles : [];
const platform = await startPlatform({
  env: process.env,
  cwd: process.cwd(),
  roles,
  servesBuiltConsole: false,
});
process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)));
process.once('SIGINT', () => void platform.stop().then(() => process.exit(0)));
