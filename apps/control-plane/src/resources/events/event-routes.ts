import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { EventStreams } from './event-streams.ts';

export function eventRoutes(streams: EventStreams): Handlers<(typeof contract)['events']> {
  return {
    feed: async ({ caller, reply }) => streams.open(caller, reply),
  };
}
