import { z } from 'zod';
import { httpUrlWithCredentials } from '../channels/settings/schemas.ts';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import {
  sourceAnalysis,
  sourceAnalysisInput,
  sourceBreaks,
  sourceBreaksInput,
} from './source-analysis.ts';

const tag = 'sources';

export const sourceRoutes = {
  /** A source that cannot be analysed is answered with status 200 and `error`; only a wrong request is an error. */
  analyse: route({
    method: 'POST',
    path: '/api/v2/profile',
    roles: operators,
    changes: false,
    tag,
    summary: 'Read a source: its ladder as a profile, its kind, tracks and markers',
    body: sourceAnalysisInput,
    answer: sourceAnalysis,
    errors: ['INVALID_FIELDS', 'URL_FORBIDDEN', 'CHANNEL_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  findBreaks: route({
    method: 'POST',
    path: '/api/v2/profile/breaks',
    roles: operators,
    changes: false,
    tag,
    summary: 'The breaks that settings would find in a source now',
    body: sourceBreaksInput,
    answer: sourceBreaks,
    errors: ['INVALID_FIELDS', 'URL_FORBIDDEN', 'CHANNEL_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  proxyManifest: route({
    method: 'GET',
    path: '/api/v2/proxy-manifest',
    roles: operators,
    tag,
    summary: 'An address of this platform, good for minutes, that plays a source in the console',
    query: z.object({
      url: httpUrlWithCredentials('I should be a valid URL!'),
      channelId: z.string().max(100).optional(),
    }),
    answer: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
    errors: ['REQUEST_INVALID', 'URL_FORBIDDEN', 'CHANNEL_NOT_FOUND'],
  }),
} as const;
