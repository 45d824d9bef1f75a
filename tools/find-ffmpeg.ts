/** Looks for the FFmpeg of the system: the second encoder, and the decoder that judges what both encode; installs it on Debian. */
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';
import { runCommand } from './run-command.ts';

const isThere = async () => (await runCommand(['ffmpeg', '-version'], { quiet: true })).code === 0;

/** `ffmpeg` of the PATH, where the tests take it from; apt-get where it is missing (root on Debian). */
export async function requireFfmpeg(): Promise<void> {
  if (await isThere()) return;
  if ((await isRootOnDebian()) && (await installDebianPackage('ffmpeg')) && (await isThere())) {
    return;
  }
  throw new Error(
    'There is no ffmpeg on the PATH and none could be installed. Install FFmpeg 5 or newer.',
  );
}
