/** Decodes what a manifest names with another decoder than the one that made it, where there is one. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { probeFfmpeg } from '../ffmpeg/ffmpeg-encoder.ts';

const run = promisify(execFile);
const decodeChild = fileURLToPath(new URL('./decode-child.ts', import.meta.url));
const hasFfmpeg = probeFfmpeg('ffmpeg').then((found) => 'version' in found);

/** Everything that a decoder complains about. */
export async function complaints(file: string): Promise<string> {
  const all = ['-v', 'warning', '-i', file, '-map', '0:v?', '-map', '0:a?', '-f', 'null', '-'];
  const { stderr } = (await hasFfmpeg)
    ? await run('ffmpeg', all)
    : await run(process.execPath, ['--conditions=@interlude/source', decodeChild, file]);
  return stderr;
}
