/** Restores a backup of the installation, or checks it: `npm run restore -- <file>`. See docs/manual/22-backup.md. */
import { runRestore } from './backup/restore-command.ts';

process.exitCode = await runRestore(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  ...{ env: process.env, cwd: process.cwd(), nowMs: Date.now() },
});
