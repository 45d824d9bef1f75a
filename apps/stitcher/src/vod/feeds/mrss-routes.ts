/**
 * `POST /ad-aggregation-service/mrss/channel/{channelId}`: a session for the programme of a feed, planned
 * before the answer goes out. Body: `{url, deliverytypes, context, ifa, …}`, the rest for the ad server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { SessionAdmission } from '../../admission/session-admission.ts';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import { sessionAddresses } from '../../delivery/session-addresses.ts';
import { contentTypes, sendBody } from '../../http/answer.ts';
import { decoded, pathEnd, queryOf } from '../../http/path.ts';
import { readBody } from '../../http/read-body.ts';
import type { Routes } from '../../http/routes.ts';
import { sourceUnavailable } from '../../origin/open-within.ts';
import { vodLimits } from '../vod-limits.ts';
import { isOnDemand } from '../vod-routes.ts';
import type { VodSessions } from '../vod-sessions.ts';
import { clipsOf } from './clips.ts';
import { checkFeed, checkMayNameFeed } from './feed-rules.ts';
import { deliveryOf } from './mrss-feed.ts';

export interface MrssRoutesOptions {
  readonly admission: SessionAdmission;
  readonly vod: VodSessions;
  readonly publicUrl: string;
}

const prefix = '/ad-aggregation-service/mrss/channel/';
const invalid = (reason: string) => domainError('REQUEST_INVALID', { reason });
const tooLong = (bytes: number) => invalid(`the body is longer than ${bytes} bytes`);

async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readBody(request, vodLimits.bodyBytes, tooLong);
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('the body must be a JSON object');
  }
  return Object.fromEntries(Object.entries(body));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('the body must be a JSON object');
  }
}

function feedUrl({ url }: Record<string, unknown>): string {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/i.test(url)) {
    throw invalid('url must be the http or https address of an MRSS feed');
  }
  return url;
}

/** Parameters of the session, as a viewer's query would name them: those of the query, and the members of the body. */
function parametersOf(body: Record<string, unknown>, query: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(body)) {
    const isText =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isText && name !== 'url') {
      all.append(name, String(value));
    }
  }
  return all;
}

function checkDelivery({ deliverytypes: types }: Record<string, unknown>, channel: ChannelEntry) {
  const delivery = deliveryOf(channel.settings);
  if (types === undefined) {
    return;
  }
  if (!Array.isArray(types) || !types.includes(delivery)) {
    throw invalid(`deliverytypes must be a list with "${delivery}", the form of this channel`);
  }
}

export class MrssRoutes implements Routes {
  readonly prefixes = [prefix];
  readonly methods = ['POST'];
  readonly #options: MrssRoutesOptions;

  constructor(options: MrssRoutesOptions) {
    this.#options = options;
  }

  kindOf(): string {
    return 'mrss';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const id = url.slice(prefix.length, pathEnd(url));
    if (request.method !== 'POST' || id === '' || id.includes('/')) {
      return false;
    }
    const { admission, vod, publicUrl } = this.#options;
    const channel = admission.channel(decoded(id));
    if (!isOnDemand(channel)) {
      throw invalid('the channel is not on demand');
    }
    checkMayNameFeed(channel);
    const body = await readObject(request);
    checkDelivery(body, channel);
    const feed = feedUrl(body);
    checkFeed(channel, feed, publicUrl);
    const parameters = parametersOf(body, queryOf(request));
    const session = admission.open(channel, request, response, { parameters, feedUrl: feed });
    const playback = await vod.playback(session, channel).catch((error: unknown) => {
      throw error instanceof DomainError ? sourceUnavailable(error) : error;
    });
    const { provideVastURL, removeTrackingTemplate } = channel.settings.stitcher;
    const addresses = sessionAddresses(publicUrl, channel, session.id);
    const clips = clipsOf(playback, session, !(provideVastURL && removeTrackingTemplate));
    const { vastURL } = addresses;
    const answer = {
      [deliveryOf(channel.settings)]: {
        url: addresses.mediaURL,
        ...(vastURL !== undefined && { vastURL }),
        clips,
      },
      ...addresses,
    };
    sendBody(request, response, contentTypes.json, Buffer.from(JSON.stringify(answer)));
    return true;
  }
}
