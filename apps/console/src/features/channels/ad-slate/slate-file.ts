/** What can be said of a slate's file before it is sent (SLATE-005, SLATE-006, SLATE-017). */
import { slateUploadLimitBytes } from '@interlude/contract';
import { text } from '../../../messages.ts';

/** Endings of the files that are taken, with their dots, as a file chooser wants them. */
export const slateEndings = ['.mp4'] as const;

/** Keys that every channel has, whether or not anybody described a form. */
const soundKeys = new Set(['useAudioNormalization', 'audioNormalization']);

/** A profile that says something of the form of the stream: analysed, or written by hand. */
export function hasProfile(profile: unknown): boolean {
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) return false;
  return Object.keys(profile).some((key) => !soundKeys.has(key));
}

/** Why a file cannot be sent; undefined when it can. */
export function slateFileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  profile: unknown,
): string | undefined {
  if (!hasProfile(profile)) return text('slateNeedsProfile');
  if (!slateEndings.some((ending) => name.toLowerCase().endsWith(ending))) {
    return 'Only .mp4 files can be uploaded as ad slates.';
  }
  if (size === 0) return 'The file is empty.';
  return size >= slateUploadLimitBytes ? text('slateTooLarge') : undefined;
}
