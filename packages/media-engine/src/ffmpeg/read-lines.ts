/** Lines of a stream, the last one even without its line feed. */
import type { Readable } from 'node:stream';

export function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  stream?.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
