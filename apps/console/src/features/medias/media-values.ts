/** The values of a media's form, and the fields of a duplicate (MED-009). */
import type { Media, MediaSettings } from '@interlude/contract';
import { text } from '../../messages.ts';

export type MediaValues = MediaSettings;

/** A new media of an asset. */
export function newMediaValues(titleId: string): MediaValues {
  return {
    name: '',
    type: 'source',
    contentType: 'video',
    titleId,
    url: '',
    externalResourceId: '',
    externalResourceType: '',
    createdBySystemId: '',
    ext: '',
  };
}

/** All fields but the server's own (id, size, times); a duplicate has the same. */
export function mediaValues(media: Media): MediaValues {
  const { id: _id, sizeBytes: _size, createdAt: _created, updatedAt: _updated, ...values } = media;
  return values;
}

export type MediaProblems = Partial<Record<keyof MediaValues, string>>;

/** @param byAddress the media is at a URL; an uploaded file gets its URL from the server */
export function mediaProblems(values: MediaValues, byAddress: boolean): MediaProblems {
  return {
    ...(values.name.trim() === '' && { name: text('notEmpty') }),
    ...(byAddress && !isHttpUrl(values.url) && { url: text('notUrl') }),
  };
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
