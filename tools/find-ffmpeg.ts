/**
 * Finds the FFmpeg of the system, which is the second encoder and the decoder that judges both; installs it on Debian.
 */
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';
import { runCommand } from './run-command.ts';

const isThere = async () => (await runCommand(['ffmpeg', '-version'], { quiet: true })).code === 0;

/**
 * Requires `ffmpeg` on PATH, where the tests take it from; installs it by apt-get when it is missing (root on Debian).
 */
export async function requireFfmpeg(): Promise<void> {
  if (await isThere()) return;
  if ((await isRootOnDebian()) && (await installDebianPackage('ffmpeg')) && (await isThere())) {
    return;
  }
  throw new Error(
    'There is no ffmpeg on the PATH and none could be installed. Install FFmpeg 5 or newer.',
  );
}
