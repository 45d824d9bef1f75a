/** Words and dates of medias. */
import type { MediaType } from '@interlude/contract';
import { onDemand } from '../../texts/on-demand.ts';
import { localeWith } from '../../texts/reader-locale.ts';
import { t } from '../../texts/t.ts';

/** Names of the types, in the order of the filter (MED-003). */
export const mediaTypeLabels: Readonly<Record<MediaType, string>> = {
  source: t('Source'),
  intermediate: t('Intermediate'),
  deliverable: t('Deliverable'),
  internal: t('Internal'),
};

export const mediaTypeChoices = Object.entries(mediaTypeLabels).map(([value, label]) => ({
  value,
  label,
}));

/** Undefined for anything that is no type, such as `all`. */
export function mediaTypeOf(value: string | null | undefined): MediaType | undefined {
  return isMediaType(value) ? value : undefined;
}

function isMediaType(value: string | null | undefined): value is MediaType {
  return typeof value === 'string' && Object.hasOwn(mediaTypeLabels, value);
}

/** The type that the hash `#type=source` selects; undefined = all. */
export function readMediaHash(hash: string): MediaType | undefined {
  return mediaTypeOf(new URLSearchParams(hash.replace(/^#/, '')).get('type'));
}

/** Without `#`; empty for all types. */
export function mediaHash(type: MediaType | undefined): string {
  return type === undefined ? '' : `type=${type}`;
}

/** Month/day/year whatever the browser's locale (MED-001, OP-68): `11/21/2026`. */
const monthDayYear = onDemand(
  () =>
    new Intl.DateTimeFormat(localeWith('en-US'), {
      month: 'numeric',
      day: 'numeric',
      year: 'numeric',
    }),
);

export function mediaDate(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : monthDayYear().format(moment);
}
