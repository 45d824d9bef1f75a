import { z } from 'zod';
import { admins } from '../roles.ts';
import { route } from '../route.ts';
import { apiKey, apiKeyInput } from './api-key.ts';

const tag = 'API keys';

export const apiKeyRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/api-keys',
    roles: admins,
    tag,
    summary: 'The API keys of the company, newest first; neither keys nor hashes',
    answer: z.array(apiKey),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/api-keys',
    roles: admins,
    personOnly: true,
    tag,
    status: 201,
    summary: 'Add a key by its hash; the role is at most that of the caller',
    body: apiKeyInput,
    answer: apiKey,
    errors: ['INVALID_FIELDS', 'API_KEY_TAKEN', 'API_KEYS_TOO_MANY', 'ACTION_NOT_PERMITTED'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/api-keys/:id',
    roles: admins,
    personOnly: true,
    tag,
    status: 204,
    summary: 'Revoke a key: it opens nothing from now on',
    answer: z.undefined(),
    errors: ['API_KEY_NOT_FOUND'],
  }),
} as const;
