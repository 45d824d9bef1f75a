/** The package of segments that an encoder elsewhere has made: checked and described like those of our engines. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscodeJob } from '../transcode/transcode-job.ts';
import { planTranscode } from '../transcode/transcode-plan.ts';
import { inWorkFolder } from '../work-folder.ts';
import type { Container } from './encoded-media.ts';
import type { EncodedPackage } from './encoded-package.ts';
import { finishTranscode, prepareFolders, segmentSecondsOf } from './finish-transcode.ts';
import { writeMediaText } from './write-playlists.ts';

/** Where the segments of one rendition in one container belong: `init.mp4`, `0.m4s`, `1.m4s` or `0.ts`, … */
export interface SegmentPlace {
  /** Relative to the folder of the package: `v0`, `ts/a1`. */
  readonly folder: string;
  readonly container: Container;
  /** `v0` = the first of the job's video tracks, `a1` = the second of its audio tracks; two when they share the segments. */
  readonly streams: readonly string[];
}

/**
 * Packages segments that `fill` provides as HLS and DASH, with the same checks as the encoders' own.
 * @param fill writes the segments to their paths below the folder that it receives
 * @returns renditions, manifests and files of the package
 * @throws {DomainError} ENCODE_FAILED for an impossible job, PACKAGE_FAULTY when a segment deviates from the job,
 *   STORAGE_FULL; errors of `fill`. The folder is removed after an error
 * @see RFC 8216 §3; ISO/IEC 23009-1 §5.3; ADR 0014
 */
export async function packageSegments(
  job: TranscodeJob,
  engine: string,
  fill: (folder: string, places: readonly SegmentPlace[]) => Promise<void>,
): Promise<EncodedPackage> {
  const plan = planTranscode(job, 'zeroed');
  return await inWorkFolder(job.folder, async (folder) => {
    await prepareFolders(folder, plan);
    await fill(folder, plan.sinks);
    for (const sink of plan.sinks.filter(({ container }) => container === 'ts')) {
      const playlist = join(folder, sink.folder, 'index.m3u8');
      const isThere = await access(playlist).then(
        () => true,
        () => false,
      );
      if (!isThere) await writeFile(playlist, writeMediaText('ts', segmentSecondsOf(plan)));
    }
    return finishTranscode(folder, job, plan, engine);
  });
}
