/**
 * Channels of a type that nobody stitches: a viewer that opens one gets its source. Asked last, so that a
 * protocol that stitches the type answers first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { ViewerDoor } from '../sessions/viewer-door.ts';
import { decoded } from './path.ts';
import type { Routes } from './routes.ts';

const manifestPath = /^\/(?:hls\/([^/?]+)\/master\.m3u8|dash\/([^/?]+)\/[^/?]+\.mpd)(?:\?|$)/;

export function createUnstitchedRoutes(
  door: ViewerDoor,
  isStitched: (channel: ChannelEntry) => boolean,
): Routes {
  return {
    prefixes: ['/hls/', '/dash/'],
    kindOf: () => 'unstitched',
    async handle(url: string, request: IncomingMessage, response: ServerResponse) {
      const match = manifestPath.exec(url);
      if (!match) {
        return false;
      }
      const channel = door.channel(decoded(match[1] ?? match[2] ?? ''));
      if (isStitched(channel)) {
        return false;
      }
      door.admit(channel, request, response);
      door.sendToSource(channel, request, response, 'CHANNEL_TYPE_UNSUPPORTED');
      return true;
    },
  };
}
