/** A backup of the installation: `npm run backup -- [--to <file or folder>]`. See docs/manual/22-backup.md. */
import { runBackup } from './backup/backup-command.ts';

process.exitCode = await runBackup(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  ...{ env: process.env, cwd: process.cwd(), nowMs: Date.now() },
});
