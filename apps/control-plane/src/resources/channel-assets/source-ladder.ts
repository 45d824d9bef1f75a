/**
 * The ladder of a channel's source, read from the source. The stitcher derives the same ladder from the source in its
 * memory: assets conditioned in advance have to match its lookups.
 */
import { ladderOfDash, ladderOfHls, type SourceLadder } from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { parseMpd } from '@interlude/dash';
import {
  detectManifest,
  HlsLimitError,
  type MultivariantPlaylist,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
} from '@interlude/hls';
import {
  budgetLimits,
  type Egress,
  type SourceSettings as FetchedSource,
  keptBytes,
  type SourceBudget,
  sourceFetcher,
  sourceUrl,
  tooLarge,
} from '@interlude/runtime';
import { mpdExcess, sourceRenditions, substituteVariables } from '@interlude/stitching';

const timeoutMs = 8_000;

export type SourceSettings = FetchedSource & Pick<ChannelSettings, 'includeMediaTracks' | 'type'>;

interface Fetched {
  /** After redirects. */
  readonly url: string;
  readonly body: Buffer;
}

/** Fetch and budget with which a source is read. */
interface Reader {
  readonly fetch: (url: string) => Promise<Fetched>;
  readonly budget: SourceBudget;
}

function readerOf(
  egress: Pick<Egress, 'request'>,
  budget: SourceBudget,
  settings: SourceSettings,
): Reader {
  const source = sourceFetcher(egress, settings);
  const fetch = async (url: string) => {
    const answer = await budget.fetch(source, { url, timeoutMs });
    if (answer.status === 200) return answer;
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  };
  return { fetch, budget };
}

function notAManifest(url: string): Error {
  return domainError('SOURCE_NOT_A_MANIFEST', { host: new URL(url).host });
}

/** Makes something of a manifest when it was measured and it is its turn. */
async function made<Made>(
  { budget }: Reader,
  { url, body }: Fetched,
  form: 'hls' | 'xml',
  make: () => Made,
): Promise<Made> {
  const size = await budget.measure(body, form);
  budget.memory.keep(url, keptBytes(size));
  return budget.work(size, make);
}

function mediaLadder(
  { budget }: Reader,
  { url, body }: Fetched,
  of?: {
    readonly multivariant: MultivariantPlaylist;
    readonly imports: ReadonlyMap<string, string>;
  },
): SourceLadder {
  const own = body.toString('latin1');
  if (detectManifest(own) !== 'media') throw notAManifest(url);
  const variables = { url, imports: of?.imports, mostAdded: budget.documentBytes };
  const { text } = substituteVariables(own, variables);
  const reference = parseMediaPlaylist(text).playlist;
  return ladderOfHls({ multivariant: of?.multivariant, reference });
}

function multivariantOf({ url, body }: Fetched) {
  const mostAdded = budgetLimits.multivariantBytes;
  if (body.length > mostAdded) throw tooLarge('multivariant', mostAdded);
  const { text, variables } = substituteVariables(body.toString('latin1'), { url, mostAdded });
  return { multivariant: parseMultivariantPlaylist(text).playlist, imports: variables };
}

async function readHls(reader: Reader, settings: SourceSettings, address: string) {
  const fetched = await reader.fetch(address);
  const { url, body } = fetched;
  const kind = await made(reader, fetched, 'hls', () => detectManifest(body.toString('latin1')));
  if (kind === 'media') return made(reader, fetched, 'hls', () => mediaLadder(reader, fetched));
  if (kind !== 'multivariant') throw notAManifest(url);
  const found = multivariantOf(fetched);
  const [first] = sourceRenditions(found.multivariant, url, settings.includeMediaTracks);
  if (first === undefined) throw notAManifest(url);
  const media = await reader.fetch(first.url);
  return made(reader, media, 'hls', () => mediaLadder(reader, media, found));
}

function dashLadder({ url, body }: Fetched): SourceLadder {
  const isUtf16 = body[0] === 0xff && body[1] === 0xfe;
  const text = isUtf16 ? body.subarray(2).toString('utf16le') : body.toString('utf8');
  const { mpd } = parseMpd(text);
  if (mpd === undefined) throw notAManifest(url);
  const excess = mpdExcess(mpd, undefined);
  if (excess !== undefined) throw tooLarge(excess.what, excess.allowed);
  return ladderOfDash(mpd);
}

async function readDash(reader: Reader, address: string): Promise<SourceLadder> {
  const fetched = await reader.fetch(address);
  return made(reader, fetched, 'xml', () => dashLadder(fetched));
}

/**
 * @param budget of the company for this source
 * @throws {DomainError} URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT, FETCH_TOO_LARGE, FETCH_STATUS,
 * SOURCE_NOT_A_MANIFEST, SOURCE_TOO_LARGE
 */
export async function readSourceLadder(
  egress: Pick<Egress, 'request'>,
  budget: SourceBudget,
  settings: SourceSettings,
): Promise<SourceLadder> {
  const reader = readerOf(egress, budget, settings);
  const address = sourceUrl(settings);
  try {
    return settings.type.startsWith('dash')
      ? await readDash(reader, address)
      : await readHls(reader, settings, address);
  } catch (error) {
    if (!(error instanceof HlsLimitError)) throw error;
    const { host } = new URL(address);
    throw domainError('FETCH_TOO_LARGE', { host, limitBytes: budget.documentBytes }, error);
  }
}
