/** A killed worker leaves no encoder behind: no process would use its result. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { MediaProcessor } from './media-processor.ts';
import { makeMedia, movingVideo } from './testing/make-media.ts';
import { buildTranscodeJob } from './testing/transcode-job-builder.ts';

const parentFile = fileURLToPath(new URL('./testing/transcode-parent.ts', import.meta.url));

/** Processes that work in a folder or below it. */
async function workersIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(
    pids.map(async (pid) => ({ pid, cwd: await readlink(`/proc/${pid}/cwd`).catch(() => '') })),
  );
  return places.filter(({ cwd }) => cwd.startsWith(folder)).map(({ pid }) => pid);
}

export function orphansSuite(name: string, create: () => Promise<MediaProcessor>): void {
  let base = '';
  beforeAll(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'orphans-')));
  });
  afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 3 }));

  it(`${name} ends when the worker is killed`, async () => {
    const file = await makeMedia(join(base, 'long.mov'), {
      video: movingVideo(120, '64x36'),
    });
    const info = await (await create()).probe(file);
    const folder = join(base, 'package');
    const videoTracks = [{ width: 640, height: 360, bitrate: 500_000, codecs: 'avc1.64001f' }];
    const job = buildTranscodeJob({ file, info, folder }, { videoTracks, preset: 'veryslow' });
    const parent = spawn(
      process.execPath,
      ['--conditions=@interlude/source', parentFile, name, JSON.stringify(job)],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await once(parent.stdout, 'data');
    expect(await workersIn(base)).not.toEqual([]);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await vi.waitFor(async () => expect(await workersIn(base)).toEqual([]), { timeout: 10_000 });
  });
}
