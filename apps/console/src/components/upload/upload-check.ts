/** The checks of a file before its upload (MED-005, MED-007). The server checks its content. */
import { mediaUploadLimitBytes } from '@interlude/contract';
import { text } from '../../messages.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { t } from '../../texts/t.ts';

/** Accepted file extensions with their dots, in the format of a file input. */
export const acceptedEndings = ['.mp4', '.mov'] as const;

type FileFacts = Pick<File, 'name' | 'size'>;

/** The extension without its dot, in lower case; '' without one. */
export function fileExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** `Autumn spot` of `Autumn spot.mp4`. */
export function nameOfFile(name: string): string {
  return name.replace(/\.[^.]+$/, '').trim();
}

/** The reason why a file is refused; undefined when it is accepted. */
export function fileProblem({ name, size }: FileFacts): string | undefined {
  if (!acceptedEndings.some((ending) => name.toLowerCase().endsWith(ending))) {
    return t('Only {acceptedEndings} files can be uploaded.', {
      acceptedEndings: acceptedEndings.join(' and '),
    });
  }
  if (size === 0) return t('The file is empty.');
  return size > mediaUploadLimitBytes ? text('fileTooLarge') : undefined;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `12.4 MB`, in steps of 1,024 as file managers count. */
export function bytesText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return new Intl.NumberFormat(readerLocale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1_024 ** step);
}
