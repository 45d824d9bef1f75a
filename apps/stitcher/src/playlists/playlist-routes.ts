/** `GET /api/v2/playlists/{id}?content=…&format=mrss|json`: an enabled playlist as a feed, for anybody (PLY-015). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '@interlude/contract/errors';
import type { Egress, TenantEgresses } from '@interlude/runtime';
import { playlistFeed, writeJsonFeed, writeMrss } from '@interlude/stitching';
import { contentTypes, sendBody } from '../http/answer.ts';
import { decoded, pathEnd, queryOf } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import { playlistPrefix } from './playlist-address.ts';
import type { PlaylistDirectory } from './playlist-directory.ts';

const mrssType = 'application/rss+xml; charset=utf-8';
const invalid = (reason: string) => domainError('REQUEST_INVALID', { reason });

/** The format by the query, else by `Accept`; JSON by default. */
function formatOf(request: IncomingMessage, query: URLSearchParams): 'mrss' | 'json' {
  const requested = query.get('format');
  if (requested === null) {
    return /\bapplication\/(rss\+)?xml\b/i.test(request.headers.accept ?? '') ? 'mrss' : 'json';
  }
  if (requested !== 'mrss' && requested !== 'json') {
    throw invalid('format must be mrss or json');
  }
  return requested;
}

/**
 * Checks the addresses that replace placeholders of a playlist: readers of its feed fetch them.
 * @throws {DomainError} REQUEST_INVALID, URL_FORBIDDEN
 */
export function checkContents(contents: readonly string[], egress: Pick<Egress, 'check'>): void {
  for (const url of contents) {
    if (url === '') {
      continue;
    }
    if (!URL.canParse(url) || !/^https?:/i.test(url)) {
      throw invalid('content must be an http or https address');
    }
    egress.check(url);
  }
}

export class PlaylistRoutes implements Routes {
  readonly prefixes = [playlistPrefix];
  readonly #directory: PlaylistDirectory;
  readonly #egress: TenantEgresses<'check'>;

  constructor(directory: PlaylistDirectory, egress: TenantEgresses<'check'>) {
    this.#directory = directory;
    this.#egress = egress;
  }

  kindOf(): string {
    return 'playlist';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const id = url.slice(playlistPrefix.length, pathEnd(url));
    if (id === '' || id.includes('/')) {
      return false;
    }
    const query = queryOf(request);
    const format = formatOf(request, query);
    const contents = query.getAll('content');
    const playlist = await this.#directory.load(decoded(id));
    checkContents(contents, this.#egress.forTenant(playlist.tenantId));
    const feed = playlistFeed(playlist, contents);
    const isMrss = format === 'mrss';
    const body = Buffer.from(isMrss ? writeMrss(feed) : writeJsonFeed(feed));
    response.setHeader('vary', 'accept');
    sendBody(request, response, isMrss ? mrssType : contentTypes.json, body);
    return true;
  }
}
