/** Draws and encodes one media after the other into the cache, with the encoder of this machine. */
import { DomainError } from '@interlude/contract/errors';
import { chooseMediaEncoder, type MediaEncoder } from '@interlude/media-engine';
import type { LabMedia } from './catalogue.ts';
import type { MediaCache } from './media-cache.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';
import { encodeJobOf } from './render-media.ts';

/** Reports how far it is, and that the media is ready or why it is not. */
export type MediaMaker = (
  media: LabMedia,
  place: { readonly cache: MediaCache; readonly key: string },
  signal: AbortSignal | undefined,
) => Promise<void>;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Undefined where there is no encoder, which is reported. */
export async function createMediaMaker(
  input: PrepareInput,
  report: (message: PrepareMessage) => void,
): Promise<MediaMaker | undefined> {
  const encoder = await findEncoder(input, report);
  if (encoder === undefined) return undefined;
  return (media, place, signal) => encodeOne(encoder, media, place, report, signal);
}

async function findEncoder(
  input: PrepareInput,
  report: (message: PrepareMessage) => void,
): Promise<MediaEncoder | undefined> {
  try {
    const encoder = await chooseMediaEncoder({
      ffmpegPath: input.ffmpegPath,
      runAs: input.runAs,
    });
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
      // A viewer may wait for the content; all other media can wait.
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
