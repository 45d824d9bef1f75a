/**
 * The ladder of a channel's source, read from the source. The stitcher derives the same ladder from the source in its
 * memory: assets conditioned in advance have to match its lookups.
 */
import { ladderOfDash, ladderOfHls, type SourceLadder } from '@interlude/conditioning';
import { type ChannelSettings, domainError } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import {
  detectManifest,
  HlsLimitError,
  type MultivariantPlaylist,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
} from '@interlude/hls';
import {
  type Egress,
  type SourceSettings as FetchedSource,
  sourceFetcher,
  sourceUrl,
} from '@interlude/runtime';
import { sourceRenditions, substituteVariables } from '@interlude/stitching';

const timeoutMs = 8_000;
const maxBytes = 8 * 1024 * 1024;

export type SourceSettings = FetchedSource & Pick<ChannelSettings, 'includeMediaTracks' | 'type'>;

type Fetch = (url: string) => Promise<{ readonly url: string; readonly body: Buffer }>;

function fetcher(egress: Pick<Egress, 'request'>, settings: SourceSettings): Fetch {
  const source = sourceFetcher(egress, settings);
  return async (url) => {
    const answer = await source.request({ url, timeoutMs, maxBytes });
    if (answer.status === 200) return answer;
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  };
}

function notAManifest(url: string): Error {
  return domainError('SOURCE_NOT_A_MANIFEST', { host: new URL(url).host });
}

function mediaPlaylist(text: string, url: string, imports?: ReadonlyMap<string, string>) {
  if (detectManifest(text) !== 'media') throw notAManifest(url);
  const own = substituteVariables(text, { url, ...(imports !== undefined && { imports }) });
  return parseMediaPlaylist(own.text).playlist;
}

async function referenceOf(
  fetch: Fetch,
  multivariant: MultivariantPlaylist,
  of: {
    readonly url: string;
    readonly settings: SourceSettings;
    readonly variables: ReadonlyMap<string, string>;
  },
) {
  const tracks = of.settings.includeMediaTracks;
  const [first] = sourceRenditions(multivariant, of.url, tracks);
  if (first === undefined) throw notAManifest(of.url);
  const answer = await fetch(first.url);
  return mediaPlaylist(answer.body.toString('latin1'), answer.url, of.variables);
}

async function readHls(fetch: Fetch, settings: SourceSettings, address: string) {
  const { url, body } = await fetch(address);
  const own = body.toString('latin1');
  const found = detectManifest(own);
  if (found === 'media') {
    return ladderOfHls({ multivariant: undefined, reference: mediaPlaylist(own, url) });
  }
  if (found !== 'multivariant') throw notAManifest(url);
  const { text, variables } = substituteVariables(own, { url });
  const multivariant = parseMultivariantPlaylist(text).playlist;
  const reference = await referenceOf(fetch, multivariant, { url, settings, variables });
  return ladderOfHls({ multivariant, reference });
}

async function readDash(fetch: Fetch, address: string): Promise<SourceLadder> {
  const { url, body } = await fetch(address);
  const isUtf16 = body[0] === 0xff && body[1] === 0xfe;
  const text = isUtf16 ? body.subarray(2).toString('utf16le') : body.toString('utf8');
  const { mpd } = parseMpd(text);
  if (mpd === undefined) throw notAManifest(url);
  return ladderOfDash(mpd);
}

/**
 * @throws {DomainError} URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT, FETCH_TOO_LARGE, FETCH_STATUS,
 * SOURCE_NOT_A_MANIFEST
 */
export async function readSourceLadder(
  egress: Pick<Egress, 'request'>,
  settings: SourceSettings,
): Promise<SourceLadder> {
  const fetch = fetcher(egress, settings);
  const address = sourceUrl(settings);
  try {
    return settings.type.startsWith('dash')
      ? await readDash(fetch, address)
      : await readHls(fetch, settings, address);
  } catch (error) {
    if (!(error instanceof HlsLimitError)) throw error;
    throw domainError(
      'FETCH_TOO_LARGE',
      { host: new URL(address).host, limitBytes: maxBytes },
      error,
    );
  }
}
