import { z } from 'zod';
import { reportLimits } from '../reports/report-values.ts';
import { anyRole, operators } from '../roles.ts';
import { route } from '../route.ts';
import { annotation, annotationInput } from './annotation.ts';
import { annotationKinds } from './annotation-values.ts';

const tag = 'annotations';
const instant = z.iso.datetime({ offset: true });

/** Texts in an address, divided by commas. */
const words = (max: number) =>
  z
    .string()
    .max(max)
    .default('')
    .transform((all) => all.split(',').filter((word) => word !== ''));

export const annotationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/annotations',
    roles: anyRole,
    tag,
    summary:
      'Marks of charts in a period, oldest first: of each kind the newest 300. Incidents are shown to those who may open the monitoring',
    query: z.object({
      from: instant.describe('at or after, or ending after'),
      to: instant.describe('before'),
      kinds: words(100)
        .pipe(z.array(z.enum(annotationKinds)))
        .describe('divided by commas; empty = all'),
      channelIds: words(12_000)
        .pipe(z.array(z.string().max(100)).max(reportLimits.channels))
        .describe('divided by commas; empty = all channels'),
    }),
    answer: z.array(annotation),
    errors: ['ANNOTATION_PERIOD_INVALID'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/annotations',
    roles: operators,
    tag,
    status: 201,
    summary: 'Add a mark, as a deploy: by hand or by an API key',
    body: annotationInput,
    answer: annotation,
    errors: ['ANNOTATION_TIME_INVALID', 'ANNOTATIONS_TOO_MANY', 'CHANNEL_NOT_FOUND'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/annotations/:id',
    roles: operators,
    tag,
    status: 204,
    summary: 'Remove a mark',
    answer: z.undefined(),
    errors: ['ANNOTATION_NOT_FOUND'],
  }),
} as const;
