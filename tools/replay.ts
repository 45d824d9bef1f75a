/**
 * Replays an evidence pack on any machine: `npm run -s replay -- pack.zip [--json]`. Needs no database, no account and no
 * network. See docs/manual/16-monitoring.md.
 */
import { open } from 'node:fs/promises';
import { runReplay } from './replay/replay-command.ts';

process.exitCode = await runReplay(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  readFile: async (path, maxBytes) => {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      // One byte more than is read: the reader of packs refuses it.
      const bytes = Buffer.alloc(Math.min(size, maxBytes + 1));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
});
