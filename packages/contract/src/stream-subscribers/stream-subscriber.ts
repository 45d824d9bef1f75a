/** Stream subscribers, and the concurrent streams that they may read (IAB Tech Lab LEAP, Concurrent Streams 1.0). */
import { z } from 'zod';
import { nameText } from '../text.ts';

export const streamSubscriberLimits = {
  /** Of a company. */
  subscribers: 50,
  /** Of one key; LEAP expects one in 15 to 30 s at peaks. */
  requestsAMinute: 60,
} as const;

/** A party that may read the concurrent streams of a company. Its key is answered once and stored as a hash. */
export const streamSubscriber = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
});
export type StreamSubscriber = z.output<typeof streamSubscriber>;

export const streamSubscriberInput = z.object({ name: nameText(100) });

/** The version of Concurrent Streams that is answered. */
export const concurrentStreamsVersion = '1.0.0';

const integer = z.number().int().min(0);

/**
 * The answer to a subscriber.
 * @see IAB Tech Lab, Concurrent Streams 1.0 (Live Event Ad Playbook)
 */
export const concurrentStreams = z.object({
  version: z.string(),
  timestamp: integer.describe('epoch ms of the snapshot'),
  streamsdata: z.array(
    z.object({
      sdp: z.string().describe('the company'),
      mediastreams: z.array(
        z.object({
          content: z.object({
            id: z.string(),
            title: z.string(),
            live: z.literal(1),
            channel: z.object({ id: z.string(), name: z.string() }),
          }),
          eventstart: integer.describe('epoch ms: the start of the day in the zone of the company'),
          eventend: integer.describe('epoch ms: the end of that day'),
          streamcount: z.array(
            z.object({ sstreams: integer.describe('viewers with server-side ads') }),
          ),
        }),
      ),
    }),
  ),
});
export type ConcurrentStreams = z.output<typeof concurrentStreams>;
