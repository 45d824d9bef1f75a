/** For tests: a server that speaks clamd's INSTREAM as clamd(8) describes it, on TCP or a Unix socket. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The harmless file that every scanner finds; in two parts, so that this one is not found. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR${'-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

export interface FakeClamd {
  /** As CLAMD_HOST. */
  readonly address: string;
  /** Bytes of the streams that were sent to their end. */
  readonly scanned: number[];
  readonly open: () => number;
  stop(): Promise<void>;
}

export interface ClamdOptions {
  /** Of a Unix socket; else a port of loopback. */
  readonly path?: string;
  /** StreamMaxLength, bytes. */
  readonly maxLength?: number;
  /** Instead of a verdict: an answer, silence, the end of the connection, or its reset. */
  readonly instead?: { readonly reply: string } | 'silence' | 'close' | 'reset';
}

function verdictOf(bytes: Buffer): string {
  return bytes.includes(eicar) ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0';
}

/**
 * Reads one step of the protocol and returns the next; undefined when more bytes are needed, or after the last step.
 */
type Step = () => Step | undefined;

const command = 'zINSTREAM\0';

/** Calls `answer` once, when a stream ends, is too long, or was never announced. */
function createReader(options: ClamdOptions, scanned: number[], answer: (text: string) => void) {
  const { maxLength = Number.POSITIVE_INFINITY } = options;
  let waiting = Buffer.alloc(0);
  const body: Buffer[] = [];
  let length = 0;
  const take = (bytes: number): Buffer => {
    const taken = waiting.subarray(0, bytes);
    waiting = waiting.subarray(bytes);
    return taken;
  };
  /** Undefined when more bytes are needed. */
  const readCommand: Step = () => {
    if (waiting.length < command.length) return undefined;
    if (take(command.length).toString() === command) return readFrame;
    return void answer('UNKNOWN COMMAND\0');
  };
  const readFrame: Step = () => {
    const size = waiting.length < 4 ? undefined : waiting.readUInt32BE();
    if (size === 0) {
      scanned.push(length);
      return void answer(verdictOf(Buffer.concat(body)));
    }
    if (size === undefined) return undefined;
    if (length + size > maxLength) return void answer('INSTREAM size limit exceeded. ERROR\0');
    if (waiting.length < 4 + size) return undefined;
    body.push(take(4 + size).subarray(4));
    length += size;
    return readFrame;
  };
  let step: Step = readCommand;
  return (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (let next = step(); next !== undefined; next = step()) step = next;
  };
}

export async function startFakeClamd(options: ClamdOptions = {}): Promise<FakeClamd> {
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (options.instead === 'close') return void socket.end();
    let isAnswered = false;
    const read = createReader(options, scanned, (text) => {
      isAnswered = true;
      if (options.instead === 'silence') return;
      if (options.instead === 'reset') return void socket.resetAndDestroy();
      // Bytes that still arrive are read and dropped: with unread bytes the system would reset the connection.
      socket.end(typeof options.instead === 'object' ? options.instead.reply : text);
    });
    socket.on('data', (chunk: Buffer) => {
      if (!isAnswered) read(chunk);
    });
  });
  server.listen(options.path === undefined ? { port: 0, host: '127.0.0.1' } : options.path);
  await once(server, 'listening');
  const at = server.address();
  return {
    address: typeof at === 'object' && at !== null ? `127.0.0.1:${at.port}` : (options.path ?? ''),
    scanned,
    open: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
