/**
 * Which of an ad's ready-made packages would play, read as the stitcher does: the first in the container of the
 * channel, else why the first is none.
 */
import type { SourceLadder } from '@interlude/conditioning';
import { DomainError } from '@interlude/contract';
import type { AdDropReason } from '@interlude/stitching';
import type { MediaFile } from '@interlude/vast';
import { testLimits } from './test-limits.ts';

export interface PickedPackage {
  readonly file: MediaFile;
  /** Undefined: it plays. */
  readonly reason: AdDropReason | undefined;
}

/** Reasons of packages that are what they are: the ad's file may be conditioned instead. */
export const misfits: ReadonlySet<AdDropReason> = new Set([
  'CREATIVE_UNUSABLE',
  'NO_VARIANT_MATCH',
]);

/** The ladder of a package at an address. @throws {DomainError} when it cannot be read */
export type ReadPackage = (url: string) => Promise<SourceLadder>;

async function judgePackage(
  file: MediaFile,
  channel: SourceLadder,
  read: ReadPackage,
): Promise<PickedPackage> {
  try {
    const { muxing } = await read(file.url);
    return { file, reason: muxing === channel.muxing ? undefined : 'NO_VARIANT_MATCH' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isRead = error.code === 'SOURCE_NOT_A_MANIFEST';
    return { file, reason: isRead ? 'CREATIVE_UNUSABLE' : 'CREATIVE_UNREACHABLE' };
  }
}

/** Undefined when there is none. What is not read in time counts as playable. */
export async function pickPackage(
  files: readonly MediaFile[],
  channel: SourceLadder,
  read: ReadPackage,
): Promise<PickedPackage | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), testLimits.packagesMs);
  });
  try {
    const judged = Promise.all(files.map((file) => judgePackage(file, channel, read)));
    const all = await Promise.race([judged, late]);
    if (all === undefined) return { file: first, reason: undefined };
    return all.find(({ reason }) => reason === undefined) ?? all[0];
  } finally {
    clearTimeout(timer);
  }
}
