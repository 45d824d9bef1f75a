/** Paths and layout of the parts of a package. */
import type { Container } from '../package/encoded-media.ts';
import type { AudioTarget, TranscodeJob } from './transcode-job.ts';

/** DASH has video and audio apart. */
export const hasAudioApart = (job: TranscodeJob) =>
  job.separateAudio || job.manifests.includes('dash') || job.videoTracks.length === 0;

/** Path prefix of a container inside the package, with a slash at its end; empty for the first container. */
export function containerFolder(job: TranscodeJob, container: Container): string {
  return job.containers[0] === container ? '' : `${container}/`;
}

/** A variant with its audio inside has no other one: players would hear both. */
export const packagedAudioTracks = (job: TranscodeJob): readonly AudioTarget[] =>
  hasAudioApart(job) ? job.audioTracks : job.audioTracks.slice(0, 1);
