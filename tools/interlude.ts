/**
 * A company's channels, playlists and systems as YAML files: `npm run -s interlude -- channels diff <folder>`. Needs the
 * address of an installation and an API key, and no database. See docs/manual/21-configuration-as-code.md.
 */
import { createInterface } from 'node:readline/promises';
import { runInterlude } from './interlude/interlude-command.ts';

process.exitCode = await runInterlude(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  environment: process.env,
  ask: async (question) => {
    if (!process.stdin.isTTY) return undefined;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
});
