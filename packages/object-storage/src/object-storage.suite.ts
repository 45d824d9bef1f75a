/** Behaviour of every storage: run against the local folder and against servers that speak the real protocols. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStorage, StoredObject } from './object-storage.ts';

export interface StorageUnderTest {
  readonly storage: ObjectStorage;
  stop(): Promise<void>;
}

const MB = 1024 * 1024;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function collect(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const object of objects) found.push(object);
  return found;
}

async function keysOf(objects: AsyncIterable<StoredObject>): Promise<string[]> {
  return (await collect(objects)).map(({ key }) => key);
}

export function describeObjectStorage(name: string, start: () => Promise<StorageUnderTest>): void {
  describe(`the storage ${name}`, () => {
    let made: StorageUnderTest;
    let storage: ObjectStorage;
    beforeAll(async () => {
      made = await start();
      storage = made.storage;
    });
    afterAll(() => made.stop());

    const contentType = 'video/mp2t';
    const put = (key: string, body: Uint8Array | Readable | string) =>
      storage.put(key, typeof body === 'string' ? Buffer.from(body) : body, { contentType });
    const text = async (key: string, range?: { start: number; end?: number }) =>
      (await buffer((await storage.read(key, range && { range })).body)).toString();

    it('keeps bytes, length, type, time and etag', async () => {
      const before = Date.now();
      const written = await put('t/whole/a.ts', 'hello');
      const found = await storage.stat('t/whole/a.ts');
      expect(found).toMatchObject({ key: 't/whole/a.ts', sizeBytes: 5, contentType });
      expect(Math.abs((found?.modifiedMs ?? 0) - before)).toBeLessThan(60_000);
      expect(found?.etag).toMatch(/^"[^"]+"$/);
      expect(written).toMatchObject({ key: 't/whole/a.ts', sizeBytes: 5, etag: found?.etag });
      const { object, body } = await storage.read('t/whole/a.ts');
      expect([object.sizeBytes, object.etag, (await buffer(body)).toString()]).toEqual([
        5,
        found?.etag,
        'hello',
      ]);
    });

    it('keeps an empty object', async () => {
      await put('t/empty/a.ts', '');
      expect(await text('t/empty/a.ts')).toBe('');
      expect(await storage.stat('t/empty/a.ts')).toMatchObject({ sizeBytes: 0 });
    });

    it('replaces, and the etag changes', async () => {
      const first = await put('t/replaced/a.ts', 'first');
      const second = await put('t/replaced/a.ts', 'second one');
      expect(await text('t/replaced/a.ts')).toBe('second one');
      expect(second.etag).not.toBe(first.etag);
    });

    it('takes a stream that is larger than one part', async () => {
      const bytes = randomBytes(19 * MB + 7);
      const chunks = function* () {
        for (let at = 0; at < bytes.length; at += 300_001) yield bytes.subarray(at, at + 300_001);
      };
      const written = await put('t/large/a.ts', Readable.from(chunks()));
      expect(written.sizeBytes).toBe(bytes.length);
      const back = await buffer((await storage.read('t/large/a.ts')).body);
      expect(sha(back)).toBe(sha(bytes));
      const range = { start: 8 * MB - 3, end: 8 * MB + 3 };
      const part = await buffer((await storage.read('t/large/a.ts', { range })).body);
      expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    });

    it.each([
      [{ start: 0 }, '0123456789'],
      [{ start: 0, end: 0 }, '0'],
      [{ start: 3, end: 5 }, '345'],
      [{ start: 7 }, '789'],
      [{ start: 9, end: 9 }, '9'],
      [{ start: 5, end: 500 }, '56789'],
    ])('reads the range %j', async (range, expected) => {
      await put('t/range/a.ts', '0123456789');
      const { object, body } = await storage.read('t/range/a.ts', { range });
      body.destroy();
      expect(object.sizeBytes).toBe(10);
      expect(await text('t/range/a.ts', range)).toBe(expected);
    });

    it('a range behind the end fails', async () => {
      await put('t/range/b.ts', '0123456789');
      await expect(storage.read('t/range/b.ts', { range: { start: 10 } })).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
      });
    });

    it('says when there is nothing', async () => {
      const missing = { code: 'STORED_FILE_NOT_FOUND' };
      expect(await storage.stat('t/none/a.ts')).toBeUndefined();
      expect(await storage.stat('t/none')).toBeUndefined();
      await expect(storage.read('t/none/a.ts')).rejects.toMatchObject(missing);
      await storage.remove('t/none/a.ts');
      expect(await storage.removeFolder('t/none/')).toBe(0);
      expect(await keysOf(storage.list('t/none/'))).toEqual([]);
    });

    it('a folder is no object', async () => {
      await put('t/folder/in/a.ts', 'x');
      expect(await storage.stat('t/folder/in')).toBeUndefined();
      await expect(storage.read('t/folder/in')).rejects.toMatchObject({
        code: 'STORED_FILE_NOT_FOUND',
      });
    });

    it('lists by key, with sizes', async () => {
      const keys = ['b.ts', 'a/2.ts', 'a/10.ts', 'a-b/1.ts', 'a.ts', 'a/1/x.ts', 'B.ts', 'a_/1.ts'];
      for (const key of keys) await put(`t/list/${key}`, key);
      const expected = keys.map((key) => `t/list/${key}`).sort((a, b) => (a < b ? -1 : 1));
      expect(await keysOf(storage.list('t/list/'))).toEqual(expected);
      expect(await keysOf(storage.list('t/list/a'))).toEqual(
        expected.filter((key) => key.startsWith('t/list/a')),
      );
      expect(await keysOf(storage.list('t/list/a/1'))).toEqual([
        't/list/a/1/x.ts',
        't/list/a/10.ts',
      ]);
      const [first] = await collect(storage.list('t/list/a-b/'));
      expect(first).toMatchObject({ sizeBytes: 8, etag: expect.stringMatching(/^"/) });
    });

    it('removes one object, and a folder with nothing beside it', async () => {
      for (const key of ['a/1.ts', 'a/b/2.ts', 'ab/3.ts', 'a.ts']) await put(`t/gone/${key}`, 'x');
      await storage.remove('t/gone/a/1.ts');
      expect(await storage.stat('t/gone/a/1.ts')).toBeUndefined();
      await put('t/gone/a/1.ts', 'x');
      expect(await storage.removeFolder('t/gone/a/')).toBe(2);
      expect(await keysOf(storage.list('t/gone/'))).toEqual(['t/gone/a.ts', 't/gone/ab/3.ts']);
    });

    it.each(['', '/', '../', 'a//', 'a', '/a/', 'a/../b/'])(
      'does not remove the folder %j',
      async (folder) => {
        await put('t/kept/a.ts', 'x');
        await expect(storage.removeFolder(folder)).rejects.toMatchObject({
          code: 'STORAGE_FAILED',
        });
        expect(await storage.stat('t/kept/a.ts')).toBeDefined();
      },
    );

    const hostileKeys = [
      '',
      '/',
      '/etc/passwd',
      '../a',
      'a/../../b',
      'a/..',
      './a',
      'a//b',
      'a/',
      'a\\b',
      'a\0b',
      'a b',
      'a%2fb',
      'ä.ts',
      'a?x=1',
      'a#b',
      '~incoming/x',
      'x'.repeat(900),
      `${'x'.repeat(201)}/a`,
    ];
    it.each(hostileKeys)('takes no object named %j and finds none', async (key) => {
      await expect(put(key, 'x')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
      await expect(storage.read(key)).rejects.toMatchObject({ code: 'STORED_FILE_NOT_FOUND' });
      expect(await storage.stat(key)).toBeUndefined();
    });

    it('two writers of one key leave one of both, whole', async () => {
      const bodies = ['a', 'b'].map((letter) => Buffer.alloc(3 * MB, letter));
      await Promise.all(bodies.map((body) => put('t/race/a.ts', body)));
      const found = await buffer((await storage.read('t/race/a.ts')).body);
      expect(bodies.some((body) => body.equals(found))).toBe(true);
    });

    it('an aborted write throws the reason and leaves what was there', async () => {
      await put('t/abort/a.ts', 'old');
      const stop = new AbortController();
      const slow = new Readable({ read() {} });
      slow.push(Buffer.alloc(12 * MB));
      const writing = storage.put('t/abort/a.ts', slow, { contentType, signal: stop.signal });
      setTimeout(() => stop.abort(new RangeError('enough')), 50);
      await expect(writing).rejects.toThrow(new RangeError('enough'));
      const never = storage.put('t/abort/b.ts', Buffer.from('x'), {
        contentType,
        signal: AbortSignal.abort(new RangeError('before')),
      });
      await expect(never).rejects.toThrow(new RangeError('before'));
      expect(await text('t/abort/a.ts')).toBe('old');
      expect(await keysOf(storage.list('t/abort/'))).toEqual(['t/abort/a.ts']);
    });

    it("a body that fails gives its own error and leaves nothing, not even after a part's worth", async () => {
      const failing = Readable.from(
        (function* () {
          for (let at = 0; at < 9; at += 1) yield Buffer.alloc(MB);
          throw new RangeError('the source broke');
        })(),
      );
      await expect(put('t/broken/a.ts', failing)).rejects.toThrow(
        new RangeError('the source broke'),
      );
      expect(await storage.stat('t/broken/a.ts')).toBeUndefined();
      expect(await storage.removeUnfinished(Date.now() + 60_000)).toBe(0);
    });

    it('can be used', async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}
