import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { media } from '../medias/media.ts';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { title, titleInput, titleTypes, titleUpdate } from './title.ts';

const tag = 'titles';

export const titleRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/titles',
    roles: operators,
    tag,
    list: true,
    summary: 'List assets (filter: type)',
    query: listQueryOf({ type: titleTypes }),
    answer: z.array(title),
    errors: ['SORT_UNKNOWN'],
  }),
  schema: route({
    method: 'GET',
    path: '/api/v2/titles/schema',
    roles: operators,
    tag,
    summary: 'JSON schema of an asset',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/titles/:id',
    roles: operators,
    tag,
    summary: 'Read an asset',
    answer: title,
    errors: ['TITLE_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/titles',
    roles: operators,
    tag,
    status: 201,
    summary: 'Create an asset',
    body: titleInput,
    answer: title,
    errors: ['INVALID_FIELDS', 'ROWS_TOO_MANY'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/titles/:id',
    roles: operators,
    tag,
    summary: 'Change an asset',
    body: titleUpdate,
    answer: title,
    errors: ['TITLE_NOT_FOUND', 'INVALID_FIELDS', 'EDIT_CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/titles/:id',
    roles: operators,
    tag,
    status: 204,
    summary: 'Delete an asset without medias',
    answer: z.undefined(),
    errors: ['TITLE_NOT_FOUND', 'TITLE_HAS_MEDIAS'],
  }),
  /**
   * multipart/form-data (API-036): `name`, `type`, `contentType`, `titleId`, `uploadNew`, `ext`, then `file` as the
   * last part.
   */
  uploadMedia: route({
    method: 'POST',
    path: '/api/v2/titles/:id/upload-media',
    roles: operators,
    tag,
    status: 201,
    upload: true,
    summary: 'Upload a file of at most 1 GiB (mp4, mov) as a source media of the asset',
    answer: media,
    errors: [
      'TITLE_NOT_FOUND',
      'UPLOAD_INVALID',
      'INVALID_FIELDS',
      'UPLOAD_TYPE_UNSUPPORTED',
      'UPLOAD_TOO_LARGE',
      'UPLOAD_INFECTED',
      'SCANNER_UNAVAILABLE',
      'STORAGE_QUOTA_REACHED',
      'STORAGE_FAILED',
      'STORAGE_FULL',
    ],
  }),
} as const;
