/** The current state of a source: fetched, classified and parsed. */
import {
  type DashReading,
  type HlsReading,
  type ReadRendition,
  type SourceKind,
  sourceKind,
} from '@interlude/conditioning';
import { parseMpd } from '@interlude/dash';
import { detectManifest, parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { budgetLimits, keptBytes, type SourceBudget, tooLarge } from '@interlude/runtime';
import {
  mpdExcess,
  type SourceRendition,
  sourceRenditions,
  substituteVariables,
} from '@interlude/stitching';
import {
  type FetchedManifest,
  isMp4Path,
  mp4Problem,
  type SourceFetch,
  sourceLimits,
} from './fetch-source.ts';
import { SourceProblem, sourceError } from './source-problem.ts';

/** A rendition with the address that it was read from. */
export interface FoundRendition extends ReadRendition {
  readonly url: string;
}

export interface FoundHls {
  readonly kind: 'hls';
  /** After redirects. */
  readonly url: string;
  readonly reading: Omit<HlsReading, 'reference' | 'renditions'> & {
    readonly reference: FoundRendition;
    readonly renditions: readonly FoundRendition[];
  };
  /** Unreadable renditions, with the reason. */
  readonly unread: readonly {
    readonly rendition: SourceRendition;
    readonly reason: string;
  }[];
}

export interface FoundDash {
  readonly kind: 'dash';
  readonly url: string;
  readonly reading: DashReading;
}

/** Documents in a chain that only refer to another address. */
const mostHops = 3;

const refusals: Readonly<
  Record<Exclude<SourceKind, 'hls-multivariant' | 'hls-media' | 'dash'>, string>
> = {
  mp4: 'An mp4 source cannot be analysed automatically.',
  mrss: 'An MRSS feed url cannot be used as a source.',
  html: 'The source answers a web page, not a manifest.',
  json: 'The source answers JSON, not a manifest.',
  xml: 'The source answers XML that is not an MPD.',
  media: 'The source is a media file, not a manifest.',
  empty: 'The response of the source is empty.',
  unknown: 'The response of the source is not a manifest.',
};

function isUtf16(body: Buffer): boolean {
  return body[0] === 0xff && body[1] === 0xfe;
}

function textOf(body: Buffer): string {
  return isUtf16(body) ? body.subarray(2).toString('utf16le') : body.toString('utf8');
}

/** Fetch, budget and time with which a source is read. */
export interface SourceReader {
  readonly fetch: SourceFetch;
  readonly budget: SourceBudget;
  readonly nowMs: number;
}

/** Makes something of a manifest when it was measured and it is its turn. */
async function made<Made>(
  { budget }: SourceReader,
  { url, body }: FetchedManifest,
  form: 'hls' | 'xml',
  make: () => Made,
): Promise<Made> {
  const size = await budget.measure(body, form);
  budget.memory.keep(url, keptBytes(size));
  return budget.work(size, make);
}

function playlistOf(
  reader: SourceReader,
  rendition: Pick<ReadRendition, 'kind' | 'resolution'>,
  fetched: FetchedManifest,
  imports: ReadonlyMap<string, string>,
): Promise<FoundRendition> {
  const { url, body } = fetched;
  const { kind, resolution } = rendition;
  return made(reader, fetched, 'hls', () => {
    const own = body.toString('latin1');
    if (detectManifest(own) !== 'media') {
      throw new SourceProblem('MANIFEST_INVALID', 'It is not a media playlist.');
    }
    const mostAdded = reader.budget.documentBytes;
    const { text } = substituteVariables(own, { url, imports, mostAdded });
    return { kind, resolution, url, ...parseMediaPlaylist(text) };
  });
}

/** Reads the listed renditions concurrently; results are in the order of the renditions. */
async function readAll<T>(
  listed: readonly SourceRendition[],
  read: (rendition: SourceRendition) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  for (let from = 0; from < listed.length; from += sourceLimits.atOnce) {
    const next = listed.slice(from, from + sourceLimits.atOnce);
    results.push(...(await Promise.allSettled(next.map(read))));
  }
  return results;
}

/** @throws {DomainError} SOURCE_TOO_LARGE */
function multivariantOf({ url, body }: FetchedManifest) {
  const { multivariantBytes, multivariantEntries } = budgetLimits;
  if (body.length > multivariantBytes) throw tooLarge('multivariant', multivariantBytes);
  const own = body.toString('latin1');
  const { text, variables } = substituteVariables(own, { url, mostAdded: multivariantBytes });
  const parsed = parseMultivariantPlaylist(text);
  const { variants, renditions, iFrameVariants } = parsed.playlist;
  if (variants.length + renditions.length + iFrameVariants.length > multivariantEntries) {
    throw tooLarge('renditions', multivariantEntries);
  }
  return { ...parsed, variables };
}

async function readMultivariant(reader: SourceReader, fetched: FetchedManifest): Promise<FoundHls> {
  const { url } = fetched;
  const { playlist, warnings, variables } = multivariantOf(fetched);
  const further = { subtitles: true, iFrames: true };
  const listed = sourceRenditions(playlist, url, further).slice(0, sourceLimits.renditions);
  if (listed.length === 0) {
    throw new SourceProblem('MANIFEST_INVALID', 'The multivariant playlist lists no variants.');
  }
  const results = await readAll(listed, async (rendition) =>
    playlistOf(reader, rendition, await reader.fetch.further(rendition.url), variables),
  );
  const [first] = results;
  if (first?.status === 'rejected') throw first.reason;
  const renditions = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const unread = results.flatMap((one, index) => {
    const rendition = listed[index];
    if (one.status === 'fulfilled' || rendition === undefined) return [];
    const reported = sourceError(one.reason);
    if (reported === undefined) throw one.reason;
    return [{ rendition, reason: reported.message }];
  });
  const [reference] = renditions;
  if (reference === undefined || reference.playlist.segments.length === 0) {
    throw new SourceProblem('MANIFEST_INVALID', 'The first rendition lists no segments.');
  }
  return {
    kind: 'hls',
    url,
    reading: { multivariant: playlist, warnings, reference, renditions },
    unread,
  };
}

/** @throws {DomainError} SOURCE_TOO_LARGE */
function mpdOf({ body }: FetchedManifest, nowMs: number) {
  const parsed = parseMpd(textOf(body));
  const { mpd } = parsed;
  const excess = mpd && mpdExcess(mpd, mpd.type === 'dynamic' ? nowMs : undefined);
  if (excess !== undefined) throw tooLarge(excess.what, excess.allowed);
  return parsed;
}

async function readMpd(reader: SourceReader, fetched: FetchedManifest): Promise<FoundDash> {
  let at = fetched;
  for (let hop = 0; ; hop += 1) {
    const { mpd, warnings } = await made(reader, at, 'xml', () => mpdOf(at, reader.nowMs));
    if (mpd === undefined) {
      const why = warnings[0]?.detail ?? 'it is no MPD';
      throw new SourceProblem('MANIFEST_INVALID', `The MPD cannot be read: ${why}.`);
    }
    const [location] = mpd.locations;
    if (mpd.periods.length > 0) return { kind: 'dash', url: at.url, reading: { mpd, warnings } };
    if (location === undefined || hop >= mostHops || !URL.canParse(location, at.url)) {
      throw new SourceProblem('MANIFEST_INVALID', 'The MPD has no periods.');
    }
    at = await reader.fetch.further(new URL(location, at.url).href);
  }
}

/** The source as a single media playlist; undefined when it is none. */
interface FoundMedia {
  readonly kind: 'media';
  readonly url: string;
  readonly rendition: FoundRendition;
}

export type FoundSource = FoundHls | FoundDash | FoundMedia;

/**
 * @throws {SourceProblem} when the source is not a manifest
 * @throws {DomainError} when the source cannot be fetched, or is larger than it may be
 */
export async function readSource(reader: SourceReader, address: string): Promise<FoundSource> {
  const fetched = await reader.fetch.first(address);
  const { url, body } = fetched;
  const kind = sourceKind(textOf(body));
  switch (kind) {
    case 'hls-multivariant':
      return readMultivariant(reader, fetched);
    case 'hls-media':
      return {
        ...{ kind: 'media', url },
        rendition: await playlistOf(reader, { kind: 'variant' }, fetched, new Map()),
      };
    case 'dash':
      return readMpd(reader, fetched);
    case 'mrss':
      throw new SourceProblem('MRSS_SOURCE', refusals.mrss);
    default:
      if (kind === 'mp4' || isMp4Path(url)) throw mp4Problem();
      throw new SourceProblem('NOT_A_MANIFEST', refusals[kind]);
  }
}
