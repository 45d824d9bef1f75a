import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createEgress } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObjectStorage } from '../create-object-storage.ts';
import { collect, describeObjectStorage } from '../object-storage.suite.ts';
import type { ObjectStorage } from '../object-storage.ts';
import { diskFailure } from '../storage-failure.ts';

const egress = createEgress();
const local = (dataFolder: string) =>
  createObjectStorage({ type: 'local', settings: {} }, { egress, dataFolder });
const newFolder = () => mkdtemp(join(tmpdir(), 'interlude-storage-'));

describeObjectStorage('local', async () => {
  const folder = await newFolder();
  return { storage: local(folder), stop: () => rm(folder, { recursive: true }) };
});

describe('the local folder', () => {
  let folder: string;
  let storage: ObjectStorage;
  beforeAll(async () => {
    folder = await newFolder();
    storage = local(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const media = (...path: string[]) => join(folder, 'media', ...path);
  const contentType = 'video/mp4';

  it('has no addresses of its own', async () => {
    const options = { forWrite: false, seconds: 60 };
    expect(await storage.presign('t/a.mp4', options)).toBeUndefined();
  });

  it('SEC-S1 follows no link, neither to files nor through folders, and reads no pipe', async () => {
    await storage.put('t/a.mp4', Buffer.from('x'), { contentType });
    await writeFile(join(folder, 'secret.mp4'), 'secret');
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside', 'b.mp4'), 'secret');
    await symlink(join(folder, 'secret.mp4'), media('t', 'link.mp4'));
    await symlink(join(folder, 'outside'), media('t', 'linked'));
    for (const key of ['t/link.mp4', 't/linked/b.mp4']) {
      expect(await storage.stat(key)).toBeUndefined();
      await expect(storage.read(key)).rejects.toMatchObject({ code: 'STORED_FILE_NOT_FOUND' });
      await storage.remove(key);
    }
    expect(await collect(storage.list('t/'))).toMatchObject([{ key: 't/a.mp4' }]);
    expect(await readdir(join(folder, 'outside'))).toEqual(['b.mp4']);
  });

  it('leaves no empty folders behind', async () => {
    await storage.put('gone/b/c.mp4', Buffer.from('x'), { contentType });
    await storage.remove('gone/b/c.mp4');
    await storage.put('gone/d/e/c.mp4', Buffer.from('x'), { contentType });
    await storage.removeFolder('gone/d/');
    expect(await readdir(media())).not.toContain('gone');
  });

  it('removes what a killed worker left of its writes, when it is old enough', async () => {
    await mkdir(media('~incoming'), { recursive: true });
    await writeFile(media('~incoming', 'left-over'), 'half');
    expect(await storage.removeUnfinished(Date.now() - 60_000)).toBe(0);
    expect(await storage.removeUnfinished(Date.now() + 60_000)).toBe(1);
    expect(await readdir(media('~incoming'))).toEqual([]);
  });

  it('a full disk is named', async () => {
    const error = await writeFile('/dev/full', 'x').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(diskFailure(error, 'local')).toMatchObject({
      code: 'STORAGE_FULL',
      message: 'The disk is full. Free some space on local, then run the job again.',
    });
  });

  it('says what the disk says', async () => {
    const blocked = await newFolder();
    await writeFile(join(blocked, 'media'), 'a file where the folder should be');
    const failed = { code: 'STORAGE_FAILED', details: { storage: 'local' } };
    const broken = local(blocked);
    await expect(broken.check()).rejects.toMatchObject(failed);
    await expect(
      broken.put('t/a.mp4', Readable.from(['x']), { contentType }),
    ).rejects.toMatchObject(failed);
    expect(await broken.stat('t/a.mp4')).toBeUndefined();
    await rm(blocked, { recursive: true });
  });
});

it('another type is no storage', () => {
  expect(() =>
    createObjectStorage({ type: 'ftp', settings: {} }, { egress, dataFolder: '/' }),
  ).toThrow(/this is no type of storage/);
});
