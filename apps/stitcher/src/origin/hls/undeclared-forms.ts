/**
 * Subtitles in fMP4 whose codec the multivariant playlist does not declare: their initialisation section does. It is
 * read once, before the source opens, by one request of at most `initBytes` for each such rendition.
 */
import { budgetLimits, type Egress, eachOf } from '@interlude/runtime';
import { type TextForm, textFormOf, textFormOfInit } from '@interlude/stitching';
import { originLimits } from '../origin-limits.ts';
import type { OpenedSource } from './read-multivariant.ts';
import type { ReadPlaylist } from './read-playlist.ts';

/** @param egress of the channel's source, see `sourceFetcher`. Never rejects. */
async function readForm(
  egress: Pick<Egress, 'request'>,
  { playlist, answer }: ReadPlaylist,
): Promise<TextForm | undefined> {
  const map = playlist.segments.at(-1)?.map;
  // The playlist is read as latin1, and the bytes of its addresses are UTF-8.
  const uri = map && Buffer.from(map.uri, 'latin1').toString();
  const url = uri === undefined ? undefined : URL.parse(uri, answer.url)?.href;
  if (map === undefined || url === undefined || map.keys.length > 0) {
    return undefined;
  }
  const { initBytes, timeoutMs } = originLimits;
  const { offset, length } = map.byteRange ?? { offset: 0, length: initBytes };
  const headers = { range: `bytes=${offset}-${offset + Math.min(length, initBytes) - 1}` };
  try {
    const { status, body } = await egress.request({ url, headers, timeoutMs, maxBytes: initBytes });
    const isPart = status === 206 || (status === 200 && offset === 0);
    return isPart ? textFormOfInit(body) : undefined;
  } catch {
    // The channel opens without these subtitles.
    return undefined;
  }
}

/** Sample entries of subtitles that no CODECS declares, by id of the rendition. */
export async function undeclaredForms(
  egress: Pick<Egress, 'request'>,
  { multivariant, renditions }: Pick<OpenedSource, 'multivariant' | 'renditions'>,
  find: (renditionId: string) => ReadPlaylist | undefined,
): Promise<ReadonlyMap<string, TextForm>> {
  const open = renditions.filter(
    (one) => one.kind === 'subtitles' && textFormOf(multivariant, one) === undefined,
  );
  const forms = new Map<string, TextForm>();
  await eachOf(open, budgetLimits.renditionsAtOnce, async ({ renditionId }) => {
    const read = find(renditionId);
    const form = read && (await readForm(egress, read));
    if (form !== undefined) {
      forms.set(renditionId, form);
    }
  });
  return forms;
}
