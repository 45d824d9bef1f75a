/**
 * The ready-made package of an ad that would play, chosen as the stitcher does: the first in the container of the
 * channel, else the first with the reason why it cannot play.
 */
import type { SourceLadder } from '@interlude/conditioning';
import { DomainError } from '@interlude/contract/errors';
import { withTimeout } from '@interlude/runtime';
import type { AdDropReason } from '@interlude/stitching';
import type { MediaFile } from '@interlude/vast';

/** To read the packages of an ad; ads are read concurrently. */
const readTimeoutMs = 5_000;

export interface PickedPackage {
  readonly file: MediaFile;
  /** Undefined: the package plays. */
  readonly reason: AdDropReason | undefined;
}

/** Permanent faults of a package: the ad's progressive file may be conditioned instead. */
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

/** @returns undefined without packages. A package that is not read in time counts as playable. */
export async function pickPackage(
  files: readonly MediaFile[],
  channel: SourceLadder,
  read: ReadPackage,
): Promise<PickedPackage | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const judged = Promise.all(files.map((file) => judgePackage(file, channel, read)));
  const all = await withTimeout(judged, readTimeoutMs, () => undefined);
  if (all === undefined) return { file: first, reason: undefined };
  return all.find(({ reason }) => reason === undefined) ?? all[0];
}
