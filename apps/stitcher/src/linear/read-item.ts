/** Reads the manifests of an item: guarded, limited, as text that is stored for everybody. */
import { DomainError, domainError } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { detectManifest } from '@interlude/hls';
import type { Egress } from '@interlude/runtime';
import {
  hlsItemRenditions,
  type ItemTexts,
  type ManifestText,
  type StoredItem,
} from '@interlude/stitching';
import { utf8Text } from '../origin/dash/fetch-mpd.ts';
import { linearLimits } from './linear-limits.ts';

type Fetch = Pick<Egress, 'request'>;

interface Fetched {
  readonly body: Buffer;
  readonly url: string;
}

async function fetched(egress: Fetch, url: string): Promise<Fetched> {
  const { timeoutMs, manifestBytes: maxBytes } = linearLimits;
  const answer = await egress.request({ url, timeoutMs, maxBytes });
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  }
  return answer;
}

/** A database keeps no character of this kind. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

/** Offsets are bytes, and UTF-8 passes through. */
const latin1 = ({ body, url }: Fetched): ManifestText => ({
  url,
  text: withoutNul(body.toString('latin1')),
});

/** Renditions that cannot be read are left out: others take their place. */
async function readMedia(egress: Fetch, manifest: ManifestText): Promise<ItemTexts['media']> {
  const renditions = hlsItemRenditions(manifest).slice(0, linearLimits.renditions);
  let bytes = 0;
  const texts = await Promise.all(
    renditions
      .map(async ({ url }): Promise<readonly [string, ManifestText] | undefined> => {
        const isItself = url === manifest.url;
        const text = isItself ? manifest : latin1(await fetched(egress, url));
        bytes += text.text.length;
        if (bytes > linearLimits.itemBytes) {
          const { host } = new URL(url);
          throw domainError('FETCH_TOO_LARGE', { host, limitBytes: linearLimits.itemBytes });
        }
        return [url, text];
      })
      .map((one) => one.catch(() => undefined)),
  );
  return Object.fromEntries(texts.flatMap((one) => (one ? [one] : [])));
}

async function readHls(egress: Fetch, answer: Fetched): Promise<ItemTexts> {
  const manifest = latin1(answer);
  return { kind: 'hls', manifest, media: await readMedia(egress, manifest) };
}

/** @throws {DomainError} URL_FORBIDDEN, FETCH_*, SOURCE_NOT_A_MANIFEST */
async function readTexts(egress: Fetch, url: string): Promise<ItemTexts> {
  const answer = await fetched(egress, url);
  if (detectManifest(answer.body.toString('latin1')) !== undefined) {
    return readHls(egress, answer);
  }
  const text = utf8Text(answer.body);
  if (parseMpd(text).mpd === undefined) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host: new URL(url).host });
  }
  return { kind: 'dash', manifest: { url: answer.url, text: withoutNul(text) }, media: {} };
}

/** The item, or why there is none. */
export async function readItem(egress: Fetch, url: string): Promise<StoredItem> {
  try {
    return await readTexts(egress, url);
  } catch (error) {
    const known = error instanceof DomainError ? error : domainError('INTERNAL', {}, error);
    return { kind: 'missing', reason: known.message };
  }
}
