/**
 * Goes through the catalogue in its order: media that the cache has are reported at once, others are encoded. The
 * encoder is looked for when the first of them is missing.
 */
import { DomainError } from '@interlude/contract';
import { chooseMediaEncoder, type MediaEncoder } from '@interlude/media-engine';
import { type LabMedia, labMedia } from './catalogue.ts';
import { MediaCache } from './media-cache.ts';
import { engineHash, mediaKey } from './media-key.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';
import { encodeJobOf } from './render-media.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export async function prepareMedia(
  input: PrepareInput,
  report: (message: PrepareMessage) => void,
  signal?: AbortSignal,
): Promise<void> {
  const cache = new MediaCache(input.folder);
  const engine = engineHash();
  let encoder: MediaEncoder | 'unknown' | 'missing' = 'unknown';
  for (const media of labMedia) {
    const key = mediaKey(media, engine);
    if (await cache.has(key)) {
      report({ type: 'ready', id: media.id, folder: key, seconds: 0 });
      continue;
    }
    if (encoder === 'unknown') encoder = (await findEncoder(input, report)) ?? 'missing';
    if (encoder === 'missing') continue;
    await encodeOne(encoder, media, { cache, key }, report, signal);
    if (signal?.aborted === true) return;
  }
  await cache.prune(labMedia.map((media) => media.id));
}

async function findEncoder(
  input: PrepareInput,
  report: (message: PrepareMessage) => void,
): Promise<MediaEncoder | undefined> {
  try {
    const encoder = await chooseMediaEncoder({ ffmpegPath: input.ffmpegPath });
    report({ type: 'engine', engine: encoder.engine, version: encoder.version });
    return encoder;
  } catch (error) {
    report({ type: 'missing', sentence: messageOf(error) });
    return undefined;
  }
}

async function encodeOne(
  encoder: MediaEncoder,
  media: LabMedia,
  { cache, key }: { readonly cache: MediaCache; readonly key: string },
  report: (message: PrepareMessage) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const startMs = performance.now();
  let reported = -1;
  try {
    const options = {
      ...(signal !== undefined && { signal }),
      // Somebody may be waiting for the first frame; everything else can wait for them.
      niceness: media.kind === 'content' ? 0 : 10,
      onProgress(percent: number) {
        if (percent < reported + 2 && percent < 100) return;
        reported = percent;
        report({ type: 'progress', id: media.id, percent });
      },
    };
    await cache.add(key, async (folder) => {
      await encoder.encode(encodeJobOf(media, folder), options);
    });
    const seconds = Math.round(performance.now() - startMs) / 1000;
    report({ type: 'ready', id: media.id, folder: key, seconds });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ENCODE_CANCELLED') return;
    report({ type: 'failed', id: media.id, reason: messageOf(error) });
  }
}
