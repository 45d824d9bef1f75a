import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { superAdmins } from '../roles.ts';
import { route } from '../route.ts';
import {
  playlist,
  playlistInput,
  playlistStatuses,
  playlistTypes,
  playlistUpdate,
} from './playlist.ts';
import { playlistProgramme } from './playlist-programme.ts';

const tag = 'playlists';

export const playlistRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/playlists',
    roles: superAdmins,
    tag,
    list: true,
    summary: 'List playlists',
    query: listQueryOf({ status: playlistStatuses, type: playlistTypes }),
    answer: z.array(playlist),
    errors: ['SORT_UNKNOWN'],
  }),
  schema: route({
    method: 'GET',
    path: '/api/v2/playlists/schema',
    roles: superAdmins,
    tag,
    summary: 'JSON schema of a playlist with the choices of type and status',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/playlists/:id',
    roles: superAdmins,
    tag,
    summary: 'Read a playlist',
    answer: playlist,
    errors: ['PLAYLIST_NOT_FOUND'],
  }),
  programme: route({
    method: 'GET',
    path: '/api/v2/playlists/:id/programme',
    roles: superAdmins,
    tag,
    summary: 'What a linear playlist leaves out since its last save, and why',
    answer: playlistProgramme,
    errors: ['PLAYLIST_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/playlists',
    roles: superAdmins,
    tag,
    status: 201,
    summary: 'Create a playlist',
    body: playlistInput,
    answer: playlist,
    errors: ['INVALID_FIELDS', 'URL_FORBIDDEN', 'ROWS_TOO_MANY'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/playlists/:id',
    roles: superAdmins,
    tag,
    summary: 'Save a playlist; its linear channel continues with the new schedule',
    body: playlistUpdate,
    answer: playlist,
    errors: ['PLAYLIST_NOT_FOUND', 'INVALID_FIELDS', 'EDIT_CONFLICT', 'URL_FORBIDDEN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/playlists/:id',
    roles: superAdmins,
    tag,
    status: 204,
    summary: 'Delete a playlist',
    answer: z.undefined(),
    errors: ['PLAYLIST_NOT_FOUND'],
  }),
} as const;
