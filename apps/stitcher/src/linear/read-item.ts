/** Reads the manifests of an item: guarded, limited, as text that is stored for everybody. */
import { DomainError, domainError } from '@interlude/contract/errors';
import { parseMpd } from '@interlude/dash';
import { detectManifest, isMultivariant } from '@interlude/hls';
import {
  budgetLimits,
  type DocumentSize,
  type Egress,
  isTooLarge,
  namedTooLarge,
  type SourceBudget,
  tooLarge,
} from '@interlude/runtime';
import {
  hlsItemRenditions,
  type ItemTexts,
  type ManifestText,
  type StoredItem,
} from '@interlude/stitching';
import { checkMpd } from '../origin/dash/check-mpd.ts';
import { utf8Text } from '../origin/dash/fetch-mpd.ts';
import { linearLimits } from './linear-limits.ts';

/**
 * Egress and budget of the company whose playlist it is: its tier, its turns, and the bytes that it may receive in a
 * second.
 */
export interface ItemReader {
  readonly egress: Pick<Egress, 'request'>;
  readonly budget: SourceBudget;
}

interface Fetched {
  readonly body: Buffer;
  readonly url: string;
  readonly size: DocumentSize;
}

async function fetched({ egress, budget }: ItemReader, url: string): Promise<Fetched> {
  const { timeoutMs } = linearLimits;
  const answer = await budget.fetch(egress, { url, timeoutMs });
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  }
  const form = detectManifest(answer.body.toString('latin1')) === undefined ? 'xml' : 'hls';
  return { ...answer, size: await budget.measure(answer.body, form) };
}

/** The text without NUL, which the database cannot store. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

/** Offsets are bytes, and UTF-8 passes through. */
const latin1 = ({ body, url }: Omit<Fetched, 'size'>): ManifestText => ({
  url,
  text: withoutNul(body.toString('latin1')),
});

/**
 * The media playlists by their addresses. Those that cannot be read are left out: other renditions take their place.
 * @throws {DomainError} SOURCE_TOO_LARGE, FETCH_TOO_LARGE when none is left because of that
 */
async function readMedia(reader: ItemReader, manifest: ManifestText): Promise<ItemTexts['media']> {
  const renditions = hlsItemRenditions(manifest).slice(0, linearLimits.renditions);
  let bytes = 0;
  let entries = 0;
  let refused: DomainError | undefined;
  const texts = await Promise.all(
    renditions
      .map(async ({ url }): Promise<readonly [string, ManifestText] | undefined> => {
        const isItself = url === manifest.url;
        if (isItself) {
          return [url, manifest];
        }
        const { size, ...answer } = await fetched(reader, url);
        const { itemBytes, itemEntries } = linearLimits;
        if (bytes + size.bytes > itemBytes || entries + size.entries > itemEntries) {
          const { host } = new URL(url);
          throw domainError('FETCH_TOO_LARGE', { host, limitBytes: itemBytes });
        }
        bytes += size.bytes;
        entries += size.entries;
        return [url, latin1(answer)];
      })
      .map((one) =>
        one.catch((error: unknown) => {
          refused ??= isTooLarge(error) ? error : undefined;
          return undefined;
        }),
      ),
  );
  const read = texts.flatMap((one) => (one ? [one] : []));
  if (refused && read.length === 0) {
    throw refused;
  }
  return Object.fromEntries(read);
}

async function readHls(reader: ItemReader, answer: Fetched): Promise<ItemTexts> {
  const manifest = latin1(answer);
  const { multivariantBytes } = budgetLimits;
  if (isMultivariant(manifest.text) && manifest.text.length > multivariantBytes) {
    throw tooLarge('multivariant', multivariantBytes);
  }
  return { kind: 'hls', manifest, media: await readMedia(reader, manifest) };
}

/** @throws {DomainError} URL_FORBIDDEN, FETCH_*, SOURCE_NOT_A_MANIFEST, SOURCE_TOO_LARGE */
async function readTexts(reader: ItemReader, url: string): Promise<ItemTexts> {
  const answer = await fetched(reader, url);
  if (detectManifest(answer.body.toString('latin1')) !== undefined) {
    return readHls(reader, answer);
  }
  const text = utf8Text(answer.body);
  const { mpd } = await reader.budget.work(answer.size, () => parseMpd(text));
  if (mpd === undefined) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host: new URL(url).host });
  }
  checkMpd(mpd, undefined);
  return { kind: 'dash', manifest: { url: answer.url, text: withoutNul(text) }, media: {} };
}

/** The item, or why there is none. */
export async function readItem(reader: ItemReader, url: string): Promise<StoredItem> {
  try {
    return await readTexts(reader, url);
  } catch (error) {
    const known =
      error instanceof DomainError ? namedTooLarge(error) : domainError('INTERNAL', {}, error);
    return { kind: 'missing', reason: known.message };
  }
}
