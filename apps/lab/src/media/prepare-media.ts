/**
 * Prepares the media of the catalogue in its order: cached ones are reported at once, missing ones are encoded. The
 * encoder is loaded only for the first missing one, so that a lab with all media starts fast.
 */
import { labMedia } from './catalogue.ts';
import type { MediaMaker } from './make-media.ts';
import { MediaCache } from './media-cache.ts';
import { engineHash, mediaKey } from './media-key.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';

export async function prepareMedia(
  input: PrepareInput,
  report: (message: PrepareMessage) => void,
  signal?: AbortSignal,
): Promise<void> {
  const cache = new MediaCache(input.folder);
  const engine = engineHash();
  let maker: MediaMaker | 'unknown' | 'missing' = 'unknown';
  for (const media of labMedia) {
    const key = mediaKey(media, engine);
    if (await cache.has(key)) {
      report({ type: 'ready', id: media.id, folder: key, seconds: 0 });
      continue;
    }
    if (maker === 'unknown') {
      const { createMediaMaker } = await import('./make-media.ts');
      maker = (await createMediaMaker(input, report)) ?? 'missing';
    }
    if (maker === 'missing') continue;
    await maker(media, { cache, key }, signal);
    if (signal?.aborted === true) return;
  }
  await cache.prune(labMedia.map((media) => media.id));
}
