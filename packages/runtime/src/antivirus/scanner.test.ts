import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type ClamdOptions, eicar, type FakeClamd, startFakeClamd } from './fake-clamd.suite.ts';
import { createScanner } from './scanner.ts';

const MB = 1024 * 1024;

describe('the scanner', () => {
  const running: FakeClamd[] = [];
  const start = async (options?: ClamdOptions) => {
    const clamd = await startFakeClamd(options);
    running.push(clamd);
    return clamd;
  };
  afterEach(async () => {
    await Promise.all(running.splice(0).map((clamd) => clamd.stop()));
  });
  const stream = (text: string) => Readable.from([Buffer.from(text)]);
  const endless = () =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024);
      })(),
    );

  it('without an address nothing is clean: it was not scanned', async () => {
    const scanner = createScanner({ address: undefined });
    expect(scanner.isConfigured).toBe(false);
    expect(await scanner.scan(stream(eicar))).toEqual({ verdict: 'unscanned' });
  });

  it('a clean file, over TCP', async () => {
    const clamd = await start();
    const scanner = createScanner({ address: clamd.address });
    expect(scanner.isConfigured).toBe(true);
    expect(await scanner.scan(stream('hello'))).toEqual({ verdict: 'clean' });
    expect(clamd.scanned).toEqual([5]);
  });

  it.each(['before', 'while'])(
    'a file that is given up %s it is sent does not keep the connection',
    async (when) => {
      const clamd = await start();
      const file = new PassThrough();
      file.on('error', () => undefined).write('the first bytes');
      const scanning = createScanner({ address: clamd.address }).scan(file);
      if (when === 'while') await expect.poll(() => file.readableLength).toBe(0);
      file.destroy(new Error('the file was refused'));
      await expect(scanning).rejects.toThrow('the file was refused');
    },
  );

  it('EICAR, over a Unix socket, also when it is cut in two', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interlude-clamd-'));
    const clamd = await start({ path: join(folder, 'clamd.sock') });
    const scanner = createScanner({ address: clamd.address });
    const infected = { verdict: 'infected', signature: 'Win.Test.EICAR_HDB-1' };
    expect(await scanner.scan(stream(eicar))).toEqual(infected);
    const parts = [eicar.slice(0, 30), '', eicar.slice(30)].map((part) => Buffer.from(part));
    expect(await scanner.scan(Readable.from(parts))).toEqual(infected);
    await rm(folder, { recursive: true });
  });

  it('an empty file, and one of many megabytes', async () => {
    const clamd = await start();
    const scanner = createScanner({ address: clamd.address });
    expect(await scanner.scan(Readable.from([]))).toEqual({ verdict: 'clean' });
    const large = Readable.from(Array.from({ length: 24 }, () => Buffer.alloc(MB)));
    expect(await scanner.scan(large)).toEqual({ verdict: 'clean' });
    expect(clamd.scanned).toEqual([0, 24 * MB]);
  });

  it('stops sending a file that is larger than StreamMaxLength, and does not call it clean', async () => {
    const clamd = await start({ maxLength: 2 * MB });
    const source = endless();
    const scanning = createScanner({ address: clamd.address }).scan(source);
    await expect(scanning).rejects.toMatchObject({
      code: 'SCANNER_UNAVAILABLE',
      details: { reason: 'the file is larger than its StreamMaxLength' },
    });
    expect(source.destroyed).toBe(true);
  });

  it('names StreamMaxLength also where the connection is reset before its reply is read', async () => {
    const clamd = await start({ maxLength: 2 * MB, instead: 'reset' });
    const source = endless();
    const scanning = createScanner({ address: clamd.address }).scan(source);
    await expect(scanning).rejects.toMatchObject({
      code: 'SCANNER_UNAVAILABLE',
      details: {
        reason: 'it closed the connection; the file may be larger than its StreamMaxLength',
      },
    });
    expect(source.destroyed).toBe(true);
  });

  it.each([
    ['stream: Heuristics.Limits ERROR\0', 'it answered "stream: Heuristics.Limits ERROR"'],
    ['\0', 'it closed the connection'],
    ['stream: OK and more\0', 'it answered "stream: OK and more"'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'it answered "HTTP/1.1 400 Bad Request"'],
  ])('takes the answer %j for no verdict', async (reply, reason) => {
    const clamd = await start({ instead: { reply } });
    await expect(createScanner({ address: clamd.address }).scan(stream('x'))).rejects.toMatchObject(
      { code: 'SCANNER_UNAVAILABLE', details: { reason } },
    );
  });

  it('a scanner that closes the connection, that is silent, that is away', async () => {
    const closing = await start({ instead: 'close' });
    await expect(createScanner({ address: closing.address }).scan(endless())).rejects.toMatchObject(
      { code: 'SCANNER_UNAVAILABLE' },
    );

    const silent = await start({ instead: 'silence' });
    const source = stream('x');
    await expect(
      createScanner({ address: silent.address, timeoutMs: 50 }).scan(source),
    ).rejects.toMatchObject({ details: { reason: 'it does not answer' } });

    const gone = await startFakeClamd();
    await gone.stop();
    const unread = stream('x');
    await expect(createScanner({ address: gone.address }).scan(unread)).rejects.toMatchObject({
      message: `The virus scanner at ${gone.address} cannot be used: the connection was refused.`,
    });
    expect(unread.destroyed).toBe(true);
    await expect(
      createScanner({ address: '/nowhere/clamd.sock' }).scan(stream('x')),
    ).rejects.toMatchObject({ details: { reason: 'there is no such socket' } });
  });

  it('gives up with the reason of the caller, and closes the connection', async () => {
    const clamd = await start({ instead: 'silence' });
    const stop = new AbortController();
    const source = new PassThrough();
    const scanning = createScanner({ address: clamd.address }).scan(source, stop.signal);
    source.write('x');
    await expect.poll(() => clamd.open()).toBe(1);
    stop.abort(new RangeError('enough'));
    await expect(scanning).rejects.toThrow(new RangeError('enough'));
    await expect.poll(() => clamd.open()).toBe(0);
    await expect(
      createScanner({ address: clamd.address }).scan(stream('x'), stop.signal),
    ).rejects.toThrow('enough');
  });

  it('gives the error of a file that cannot be read', async () => {
    const clamd = await start();
    const failing = Readable.from(
      (function* () {
        yield Buffer.from('x');
        throw new RangeError('the file broke');
      })(),
    );
    await expect(createScanner({ address: clamd.address }).scan(failing)).rejects.toThrow(
      new RangeError('the file broke'),
    );
    expect(clamd.scanned).toEqual([]);
  });
});
