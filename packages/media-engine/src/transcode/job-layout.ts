/** Where the parts of a package lie. */
import type { Container } from '../package/encoded-media.ts';
import type { SoundTarget, TranscodeJob } from './transcode-job.ts';

/** DASH has pictures and sound apart. */
export const hasSoundApart = (job: TranscodeJob) =>
  job.separateAudio || job.manifests.includes('dash') || job.pictures.length === 0;

/** Folder of a container inside the package, with a slash at the end, or nothing for the first one. */
export function containerFolder(job: TranscodeJob, container: Container): string {
  return job.containers[0] === container ? '' : `${container}/`;
}

/** A variant with its sound inside has no other one: players would hear both. */
export const packagedSounds = (job: TranscodeJob): readonly SoundTarget[] =>
  hasSoundApart(job) ? job.sounds : job.sounds.slice(0, 1);
