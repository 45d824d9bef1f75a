/**
 * Export and erasure of a company: `npm run -s company -- export <name or id> <file>`, `erase <name or id>`. See
 * docs/manual/20-events-and-companies.md.
 */
import { createInterface } from 'node:readline/promises';
import { runCompany } from './company/company-command.ts';

process.exitCode = await runCompany(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
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
