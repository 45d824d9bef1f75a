import { z } from 'zod';
import { admins, anyRole } from '../roles.ts';
import { route } from '../route.ts';
import {
  reconciliation,
  reconciliationInput,
  reconciliationMapping,
  reconciliationSummary,
} from './reconciliation.ts';

const tag = 'reconciliations';

export const reconciliationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/reconciliations',
    roles: anyRole,
    tag,
    summary: 'Files of ad servers that were compared, newest first',
    answer: z.array(reconciliationSummary),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/reconciliations',
    roles: admins,
    tag,
    status: 201,
    summary: 'Upload a CSV of an ad server; the answer suggests what its columns are',
    body: reconciliationInput,
    answer: reconciliation,
    errors: ['RECONCILIATION_FILE_INVALID', 'RECONCILIATIONS_TOO_MANY'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/reconciliations/:id',
    roles: anyRole,
    tag,
    summary: 'State and result of a comparison: creatives and hours, largest difference first',
    answer: reconciliation,
    errors: ['RECONCILIATION_NOT_FOUND'],
  }),
  start: route({
    method: 'POST',
    path: '/api/v2/reconciliations/:id/start',
    roles: admins,
    tag,
    summary: 'Compare the file, with its columns named',
    body: reconciliationMapping,
    answer: reconciliation,
    errors: ['RECONCILIATION_NOT_FOUND', 'RECONCILIATION_FILE_INVALID'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/reconciliations/:id',
    roles: admins,
    tag,
    status: 204,
    summary: 'Remove a comparison with its file',
    answer: z.undefined(),
    errors: ['RECONCILIATION_NOT_FOUND'],
  }),
} as const;
