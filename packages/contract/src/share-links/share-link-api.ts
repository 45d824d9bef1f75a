import { z } from 'zod';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import {
  madeShareLink,
  sharedCard,
  sharedCardRequest,
  shareLink,
  shareLinkInput,
} from './share-link.ts';

const tag = 'share links';

export const shareLinkRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/share-links',
    roles: operators,
    tag,
    summary: 'Links to cards of the company that are open, newest first; neither tokens nor hashes',
    answer: z.array(shareLink),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/share-links',
    roles: operators,
    personOnly: true,
    tag,
    status: 201,
    summary: 'Share a card; the answer has the token of its link, this once',
    body: shareLinkInput,
    answer: madeShareLink,
    errors: [
      'SYSTEM_NOT_FOUND',
      'REPORT_NOT_FOUND',
      'REPORT_PERIOD_INVALID',
      'REPORT_TOO_LARGE',
      'REPORT_TOO_SLOW',
      'REPORT_FAILED',
      'REPORTS_TOO_MANY',
      'REPORTS_BUSY',
      'SHARED_CARD_TOO_LARGE',
      'SHARE_LINKS_TOO_MANY',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/share-links/:id',
    roles: operators,
    tag,
    status: 204,
    summary: 'Revoke a link: it shows nothing from now on',
    answer: z.undefined(),
    errors: ['SHARE_LINK_NOT_FOUND'],
  }),
  open: route({
    method: 'POST',
    path: '/api/readSharedCard',
    roles: 'public',
    changes: false,
    tag,
    summary:
      'The card of a link, by its token; one that ended, was revoked or never was answers alike',
    body: sharedCardRequest,
    answer: sharedCard,
    errors: ['SHARED_CARD_NOT_FOUND', 'TOO_MANY_REQUESTS', 'REPORTS_BUSY'],
  }),
} as const;
