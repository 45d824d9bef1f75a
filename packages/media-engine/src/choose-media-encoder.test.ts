import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseMediaEncoder } from './choose-media-encoder.ts';

let folder = '';

/** A program that answers `-version` with the given text. */
async function program(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\necho '${text}'\n`);
  await chmod(path, 0o755);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'choose-'));
  await chmod(folder, 0o755); // an account without rights runs them where the tests are root
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('choosing an encoder', () => {
  it('takes the ffmpeg that was named', async () => {
    const text = 'ffmpeg version 7.1.1 Copyright\nconfiguration: --enable-gpl --enable-libx264';
    const encoder = await chooseMediaEncoder({ ffmpegPath: await program('good', text) });
    expect(encoder).toMatchObject({ engine: 'ffmpeg', version: '7.1.1' });
  });

  it('takes a build that is named by its commit', async () => {
    const text = 'ffmpeg version N-117275-g04182b5549 Copyright\nconfiguration: --enable-libx264';
    const encoder = await chooseMediaEncoder({ ffmpegPath: await program('head', text) });
    expect(encoder.engine).toBe('ffmpeg');
  });

  it.each([
    [
      'old',
      'ffmpeg version 4.4.2-0ubuntu0 Copyright\nconfiguration: --enable-libx264',
      'older than 5',
    ],
    ['bare', 'ffmpeg version 6.0 Copyright\nconfiguration: --disable-gpl', 'without libx264'],
    ['other', 'something else', 'is no ffmpeg'],
  ])('refuses a named program that will not do (%s) and says why', async (name, text, reason) => {
    const choosing = chooseMediaEncoder({ ffmpegPath: await program(name, text) });
    await expect(choosing).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(new RegExp(`^FFMPEG_PATH: .*${reason}`)),
    });
  });

  it('refuses a path that is nothing', async () => {
    const choosing = chooseMediaEncoder({ ffmpegPath: join(folder, 'nothing') });
    await expect(choosing).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('names what to install when there is none', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      await expect(chooseMediaEncoder({ only: 'ffmpeg' })).rejects.toMatchObject({
        code: 'ENCODER_MISSING',
        message: expect.stringContaining('Install ffmpeg 5 or newer'),
      });
    } finally {
      process.env['PATH'] = path;
    }
  });
});
