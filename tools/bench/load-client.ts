/**
 * The load of a bench, in a process of its own: `connections` keep-alive sockets that each send the same
 * request again as soon as the answer is whole. Reads the job as JSON from its argument, prints the result.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

const job = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  connections: z.number(),
  durationMs: z.number(),
});

interface Result {
  readonly requests: number;
  readonly errors: number;
  readonly latenciesMs: number[];
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Bytes of the whole answer when its head is there; undefined while it is not. */
function answerLength(received: Buffer): { total: number; status: number } | undefined {
  const headEnd = received.indexOf(END_OF_HEAD);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without content-length: ${head}`);
  return { total: headEnd + 4 + Number(length), status: Number(head.slice(9, 12)) };
}

function runConnection(
  request: Buffer,
  target: { host: string; port: number },
  until: number,
): Promise<Result> {
  const result = { requests: 0, errors: 0, latenciesMs: [] as number[] };
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(target.port, target.host);
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = answerLength(received);
      if (answer === undefined || received.length < answer.total) return;
      received = Buffer.alloc(0);
      result.requests += 1;
      if (answer.status !== 200) result.errors += 1;
      const now = performance.now();
      result.latenciesMs.push(now - sentAt);
      if (now < until) send();
      else {
        socket.destroy();
        resolve(result);
      }
    });
  });
}

const { url, headers, connections, durationMs } = job.parse(JSON.parse(process.argv[2] ?? ''));
const target = new URL(url);
const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
const request = Buffer.from(
  `GET ${target.pathname}${target.search} HTTP/1.1\r\nhost: ${target.host}\r\n${lines.join('')}\r\n`,
);
const startedAt = performance.now();
const results = await Promise.all(
  Array.from({ length: connections }, () =>
    runConnection(
      request,
      { host: target.hostname, port: Number(target.port) },
      startedAt + durationMs,
    ),
  ),
);
const seconds = (performance.now() - startedAt) / 1_000;
const latencies = results.flatMap((result) => result.latenciesMs).sort((a, b) => a - b);
const percentile = (share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    errors: results.reduce((sum, result) => sum + result.errors, 0),
    perSecond: latencies.length / seconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  }),
);
