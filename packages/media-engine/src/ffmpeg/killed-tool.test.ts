import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFfmpegProcessor } from './ffmpeg-processor.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-tool-'));
  for (const name of ['ffmpeg', 'ffprobe']) {
    const path = join(folder, name);
    await writeFile(path, '#!/bin/sh\necho "  encoder : pcm_s16le" >&2\nkill -9 $$\n');
    await chmod(path, 0o755);
  }
  await writeFile(join(folder, 'media.mp4'), Buffer.alloc(1_000, 1));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a program that the system kills says nothing about the file: another attempt may succeed', async () => {
  const processor = createFfmpegProcessor(
    { path: join(folder, 'ffmpeg'), account: undefined },
    '5.1',
  );
  const file = join(folder, 'media.mp4');
  const killed = { code: 'ENCODE_FAILED', message: expect.stringContaining('SIGKILL') };
  await expect(processor.probe(file)).rejects.toMatchObject(killed);
  const target = { integrated: -23, range: 11, truePeak: -1 };
  await expect(processor.measureLoudness(file, target)).rejects.toMatchObject(killed);
});
