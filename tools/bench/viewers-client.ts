/**
 * The viewers of a bench, in a process of their own: each requests its own playlist every so often, at a moment of its
 * own, over TLS connections that are kept. A time is counted from the moment at which the request was due, so that an
 * answer that is late delays nothing that is measured after it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';

export interface ViewersJob {
  readonly port: number;
  readonly host: string;
  /** Of the playlist of each viewer. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly everyMs: number;
  readonly durationMs: number;
}

export interface ViewersResult {
  readonly requests: number;
  readonly refused: number;
  /** Answers that list ads. */
  readonly withAds: number;
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly seconds: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const AD_SEGMENT = Buffer.from('\nad/');

class Tally {
  refused = 0;
  withAds = 0;
  bytes = 0;
  readonly timesMs: number[] = [];
}

/** One connection with its viewers, one request at a time. */
class Connection {
  readonly #socket: TLSSocket;
  readonly #tally: Tally;
  #received: Buffer = Buffer.alloc(0);
  #expected = 0;
  #onAnswer: (() => void) | undefined;

  constructor(socket: TLSSocket, tally: Tally) {
    this.#socket = socket;
    this.#tally = tally;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => {
      throw error;
    });
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#expected === 0) {
      const headEnd = this.#received.indexOf(END_OF_HEAD);
      if (headEnd < 0) return;
      const head = this.#received.toString('latin1', 0, headEnd);
      const length = /^content-length: *(\d+)/im.exec(head)?.[1];
      if (length === undefined) throw new Error(`an answer without content-length: ${head}`);
      if (head.slice(9, 12) !== '200') this.#tally.refused += 1;
      this.#expected = headEnd + END_OF_HEAD.length + Number(length);
    }
    if (this.#received.length < this.#expected) return;
    this.#tally.bytes += this.#expected;
    if (this.#received.includes(AD_SEGMENT)) this.#tally.withAds += 1;
    this.#received = Buffer.alloc(0);
    this.#expected = 0;
    this.#onAnswer?.();
  }

  async #request(path: string, host: string): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#onAnswer = resolve;
    });
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await answered;
  }

  /** @param firstMs when its first request is due, as `performance.now()` says it */
  async run(paths: readonly string[], job: ViewersJob, firstMs: number): Promise<void> {
    const stepMs = job.everyMs / paths.length;
    const count = Math.floor(job.durationMs / stepMs);
    for (let at = 0; at < count; at += 1) {
      const dueMs = firstMs + at * stepMs;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const sentMs = performance.now();
      await this.#request(paths[at % paths.length] ?? '/', job.host);
      // A timer of Node is up to a millisecond late: that is the client's own.
      const lateMs = sentMs - dueMs;
      this.#tally.timesMs.push(performance.now() - (lateMs < 2 ? sentMs : dueMs));
    }
    this.#socket.destroy();
  }
}

function connected(job: ViewersJob): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // The certificate is the bench's own.
    const socket = connect({ port: job.port, host: job.host, rejectUnauthorized: false });
    socket.setNoDelay(true);
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function watch(job: ViewersJob): Promise<ViewersResult> {
  const tally = new Tally();
  const sockets: TLSSocket[] = [];
  for (let at = 0; at < job.connections; at += 1) sockets.push(await connected(job));
  const startedMs = performance.now() + 100;
  const ofConnection = (at: number) =>
    job.paths.filter((_, index) => index % job.connections === at);
  await Promise.all(
    sockets.map((socket, at) => {
      const paths = ofConnection(at);
      const shareMs = (job.everyMs / paths.length) * (at / job.connections);
      return new Connection(socket, tally).run(paths, job, startedMs + shareMs);
    }),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  const times = Float64Array.from(tally.timesMs).sort();
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const { refused, withAds, bytes } = tally;
  return {
    ...{ requests: times.length, refused, withAds, bytes, seconds },
    ...{ p50Ms: percentile(0.5), p99Ms: percentile(0.99) },
  };
}

process.on('message', (job: ViewersJob) => {
  void watch(job).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
