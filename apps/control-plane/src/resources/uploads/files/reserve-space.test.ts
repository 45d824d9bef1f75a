import { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { createScanner } from '@interlude/runtime';
import { expect, it } from 'vitest';
import { mp4 } from '../../../testing/uploads.suite.ts';
import { reserveSpace } from './reserve-space.ts';
import { takeFile } from './take-file.ts';

const MB = 1024 * 1024;

/** A plan with this much space, and the reservations made in it. */
function plan(limitBytes: number) {
  const reserved: number[] = [];
  let removed = 0;
  const uploads = {
    reserve: async (_tenantId: string, _who: object, bytes: number) => {
      if (bytes > limitBytes)
        throw domainError('STORAGE_QUOTA_REACHED', { limitBytes, usedBytes: 0 });
      reserved.push(bytes);
    },
    remove: async () => {
      removed += 1;
      return true;
    },
  };
  return { uploads, reserved, removed: () => removed };
}

it('SEC-S63 space is reserved in steps, and to the byte where it ends', async () => {
  const { uploads, reserved, removed } = plan(20 * MB);
  const space = reserveSpace(uploads, { tenantId: 't', userId: 'u' });
  await space.admit(1);
  await space.admit(10 * MB);
  await space.admit(18 * MB);
  await space.admit(20 * MB);
  await expect(space.admit(20 * MB + 1)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_REACHED' });
  expect(reserved).toEqual([16 * MB + 1, 18 * MB, 20 * MB]);
  await space.end();
  expect(removed()).toBe(1);
});

it('SEC-S63 space that is being reserved when a file is given up is given back, too', async () => {
  const done: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const uploads = {
    reserve: async () => {
      await answered;
      done.push('reserved');
    },
    remove: async () => {
      done.push('removed');
      return true;
    },
  };
  const space = reserveSpace(uploads, { tenantId: 't', userId: 'u' });
  const admitted = space.admit(1);
  const ended = space.end();
  answer();
  await Promise.all([admitted, ended]);
  await space.admit(100 * MB);
  expect(done).toEqual(['reserved', 'removed']);
});

it('SEC-S63 a file that is larger than announced is ended where the space ends', async () => {
  const { uploads } = plan(2 * MB);
  const space = reserveSpace(uploads, { tenantId: 't', userId: 'u' });
  let sent = 0;
  async function* endless() {
    yield mp4(64 * 1024);
    for (;;) {
      sent += 64 * 1024;
      yield Buffer.alloc(64 * 1024);
    }
  }
  let stored = 0;
  const taken = takeFile(Readable.from(endless(), { objectMode: false }), {
    storage: {
      put: async (key, body, { contentType }) => {
        for await (const chunk of body instanceof Readable ? body : []) stored += chunk.length;
        return { key, sizeBytes: stored, etag: '', modifiedMs: 0, contentType };
      },
    },
    keyOf: () => 'key',
    accepted: ['mp4'],
    maxBytes: 1_024 * MB,
    tooLarge: () => domainError('UPLOAD_TOO_LARGE', { limitBytes: 1_024 * MB }),
    scanner: createScanner({ address: undefined }),
    signal: new AbortController().signal,
    admit: space.admit,
  });
  await expect(taken).rejects.toMatchObject({ code: 'STORAGE_QUOTA_REACHED' });
  expect(stored).toBeLessThanOrEqual(2 * MB);
  expect(sent).toBeLessThan(3 * MB);
});
