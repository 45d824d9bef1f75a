/**
 * The archive of raw events: `npm run -s events -- "select …"`, `files`, and `rebuild`. See docs/manual/20-events-and-companies.md.
 */
import { runEvents } from './events/events-command.ts';

process.exitCode = await runEvents(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
});
