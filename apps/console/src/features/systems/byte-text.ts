import { readerLocale } from '../../texts/reader-locale.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** '512 byte', '1.4 GB': powers of 1000, in the browser's locale. */
export function byteText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const power = Math.min(step, units.length - 1);
  return new Intl.NumberFormat(readerLocale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1_000 ** power);
}
