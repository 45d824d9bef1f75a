import { z } from 'zod';
import { admins } from '../roles.ts';
import { route } from '../route.ts';
import { concurrentStreams, streamSubscriber, streamSubscriberInput } from './stream-subscriber.ts';

const tag = 'stream subscribers';

export const streamSubscriberRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/stream-subscribers',
    roles: admins,
    tag,
    summary: 'The parties that may read the concurrent streams of the company',
    answer: z.array(streamSubscriber),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/stream-subscribers',
    roles: admins,
    tag,
    status: 201,
    summary: 'Let a party read the concurrent streams; its key is answered this once',
    body: streamSubscriberInput,
    answer: streamSubscriber.extend({ key: z.string() }),
    errors: ['STREAM_SUBSCRIBERS_TOO_MANY'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/stream-subscribers/:id',
    roles: admins,
    tag,
    status: 204,
    summary: 'Take the key of a party back',
    answer: z.undefined(),
    errors: ['STREAM_SUBSCRIBER_NOT_FOUND'],
  }),
  concurrentStreams: route({
    method: 'GET',
    path: '/concurrentstreams',
    roles: 'public',
    tag,
    summary:
      'IAB Tech Lab LEAP, Concurrent Streams 1.0: viewers of each live channel now; with the key of a subscriber as bearer token or x-api-key',
    query: z.object({
      version: z.string().max(20).describe('1.0.0'),
      requestor: z.string().max(200).optional().describe('not needed: the key says who asks'),
      sdp: z.string().max(300).optional().describe('name or id of the company; another: no data'),
    }),
    answer: concurrentStreams,
    errors: ['STREAM_KEY_INVALID', 'TOO_MANY_REQUESTS', 'REQUEST_INVALID'],
  }),
} as const;
