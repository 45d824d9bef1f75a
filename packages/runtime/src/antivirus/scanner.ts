/**
 * Scans files with clamd: the bytes are sent with its INSTREAM command (clamd(8)), so it may run on any host
 * and needs no access to the files. A reply that is neither `OK` nor `FOUND` is an error: a file that was not
 * scanned is never reported as clean.
 */
import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type DomainError, domainError } from '@interlude/contract/errors';
import { parseScannerAddress } from './scanner-address.ts';

export interface ScanResult {
  /** `unscanned`: no scanner is configured. */
  readonly verdict: 'clean' | 'infected' | 'unscanned';
  /** Signature name that the scanner reports; of infected files only. */
  readonly signature?: string;
}

export interface Scanner {
  /** false: every file is `unscanned`. */
  readonly isConfigured: boolean;
  /**
   * Reads the stream to its end, or destroys it early when the scanner has answered.
   * @throws {DomainError} SCANNER_UNAVAILABLE; the signal's reason; the error of the stream
   */
  scan(stream: Readable, signal?: AbortSignal): Promise<ScanResult>;
}

export interface ScannerOptions {
  /** CLAMD_HOST; undefined = there is none. */
  readonly address: string | undefined;
  /** Milliseconds without a byte from the scanner before the scan fails; default 300,000. */
  readonly timeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_TIMEOUT_MS = 300_000;
/** Longer answers are none. */
const MAX_REPLY_BYTES = 4_096;

/** A reply that comes with the reset of the connection is lost when a write meets the reset first. */
const CLOSED = 'it closed the connection; the file may be larger than its StreamMaxLength';
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: CLOSED,
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the name does not exist',
  EPIPE: CLOSED,
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? (code === '' ? error.message : `the connection failed (${code})`);
}

/** The reply of clamd, read to its zero byte or the end of the connection; an error after the reply does not count. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    // The z-form of a command is answered with a zero byte at the end.
    const finish = () => resolve(reply.replace(/\0[\s\S]*$/, '').trim());
    socket.on('data', (chunk) => {
      reply += String(chunk);
      if (reply.includes('\0') || reply.length > MAX_REPLY_BYTES) finish();
    });
    socket.on('error', reject);
    socket.on('end', finish).on('close', finish);
  });
}

function resultOf(reply: string, unavailable: (reason: string) => DomainError): ScanResult {
  if (reply === 'stream: OK') return { verdict: 'clean' };
  const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (signature !== undefined) return { verdict: 'infected', signature };
  if (/size limit exceeded/i.test(reply)) {
    throw unavailable('the file is larger than its StreamMaxLength');
  }
  throw unavailable(
    reply === '' ? 'it closed the connection' : `it answered "${reply.slice(0, 200)}"`,
  );
}

/** Frames of four bytes of length and so many bytes; a length of zero ends the stream. */
async function sendFrames(socket: Socket, stream: Readable, done: AbortSignal): Promise<void> {
  const write = async (bytes: Uint8Array) => {
    if (!socket.write(bytes)) await once(socket, 'drain', { signal: done });
  };
  await write(Buffer.from('zINSTREAM\0'));
  for await (const chunk of stream) {
    if (done.aborted) return;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (!(bytes instanceof Uint8Array) || bytes.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    socket.write(length);
    await write(bytes);
  }
  socket.write(Buffer.alloc(4));
}

async function scanOver(
  socket: Socket,
  stream: Readable,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (stream.destroyed) {
    socket.destroy();
    throw stream.errored ?? new Error('the file was given up');
  }
  const done = new AbortController();
  let streamError: unknown;
  stream.on('error', (error) => {
    streamError ??= error;
    socket.destroy();
  });
  const abort = () => {
    stream.destroy();
    socket.destroy();
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    // The answer may come before the end of the file: then the rest is not sent. The response reports a broken pipe.
    const sending = sendFrames(socket, stream, done.signal).catch(() => undefined);
    const reply = await readReply(socket);
    done.abort();
    stream.destroy();
    await sending;
    if (streamError !== undefined) throw streamError;
    return reply;
  } finally {
    done.abort();
    signal?.removeEventListener('abort', abort);
    stream.destroy();
    socket.destroy();
    signal?.throwIfAborted();
  }
}

/**
 * The virus scanner at CLAMD_HOST.
 * @returns a scanner; without an address each verdict is `unscanned`, a failed scan rejects with SCANNER_UNAVAILABLE
 * @see clamd(8), INSTREAM; rule SEC-S7
 */
export function createScanner(options: ScannerOptions): Scanner {
  const { address, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const target = address === undefined ? undefined : parseScannerAddress(address);
  if (address === undefined || target === undefined) {
    return {
      isConfigured: false,
      scan: async (stream) => {
        stream.resume();
        return { verdict: 'unscanned' };
      },
    };
  }
  const unavailable = (reason: string, cause?: unknown) =>
    domainError('SCANNER_UNAVAILABLE', { address, reason }, cause);

  async function open(at: NetConnectOpts, signal: AbortSignal | undefined): Promise<Socket> {
    const socket = connect(at);
    const limit = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    const signals = signal === undefined ? [limit] : [limit, signal];
    try {
      await once(socket, 'connect', { signal: AbortSignal.any(signals) });
      return socket;
    } catch (error) {
      socket.on('error', () => undefined).destroy();
      signal?.throwIfAborted();
      throw unavailable(limit.aborted ? 'it does not answer' : reasonOf(error), error);
    }
  }

  return {
    isConfigured: true,
    async scan(stream, signal) {
      signal?.throwIfAborted();
      const socket = await open(target, signal).catch((error: unknown) => {
        stream.on('error', () => undefined).destroy();
        throw error;
      });
      let isSilent = false;
      socket.setTimeout(timeoutMs, () => {
        isSilent = true;
        socket.destroy(new Error('it does not answer'));
      });
      const reply = await scanOver(socket, stream, signal).catch((error: unknown) => {
        const isOurs = isSilent || (error instanceof Error && 'syscall' in error);
        if (isOurs) throw unavailable(isSilent ? 'it does not answer' : reasonOf(error), error);
        throw error;
      });
      return resultOf(reply, unavailable);
    },
  };
}
