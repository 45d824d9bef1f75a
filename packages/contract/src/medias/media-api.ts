import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { media, mediaInput, mediaTypes, mediaUpdate } from './media.ts';

const tag = 'medias';

const removed = z.object({ removed: z.number().int().describe('medias that were deleted') });

export const mediaRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/medias',
    roles: operators,
    tag,
    list: true,
    summary: 'List medias (filters: type, titleId, externalResourceId, createdBySystemId)',
    query: listQueryOf({ type: mediaTypes }),
    answer: z.array(media),
    errors: ['SORT_UNKNOWN'],
  }),
  schema: route({
    method: 'GET',
    path: '/api/v2/medias/schema',
    roles: operators,
    tag,
    summary: 'JSON schema of a media',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/medias/:id',
    roles: operators,
    tag,
    summary: 'Read a media',
    answer: media,
    errors: ['MEDIA_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/medias',
    roles: operators,
    tag,
    status: 201,
    summary: 'Create a media by its address; also how one is duplicated',
    body: mediaInput,
    answer: media,
    errors: ['INVALID_FIELDS', 'TITLE_NOT_FOUND', 'URL_FORBIDDEN', 'ROWS_TOO_MANY'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/medias/:id',
    roles: operators,
    tag,
    summary: 'Change a media',
    body: mediaUpdate,
    answer: media,
    errors: [
      'MEDIA_NOT_FOUND',
      'INVALID_FIELDS',
      'EDIT_CONFLICT',
      'TITLE_NOT_FOUND',
      'URL_FORBIDDEN',
    ],
  }),
  /** With `externalResourceId` in the query all medias of that encoding are removed (OP-54). */
  remove: route({
    method: 'DELETE',
    path: '/api/v2/medias/:id',
    roles: operators,
    tag,
    summary: 'Delete a media, or with externalResourceId all of its encoding',
    query: z.object({ externalResourceId: z.string().min(1).max(200).optional() }),
    answer: removed,
    errors: ['MEDIA_NOT_FOUND'],
  }),
  removeEncoding: route({
    method: 'DELETE',
    path: '/api/v2/medias',
    roles: operators,
    tag,
    summary: 'Delete all medias of one encoding',
    query: z.object({ externalResourceId: z.string().min(1).max(200) }),
    answer: removed,
    errors: [],
  }),
} as const;
