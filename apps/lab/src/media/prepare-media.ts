/**
 * Goes through the catalogue in its order: what is there and whole is told at once, what is missing is made. The
 * encoder is looked for when the first thing is missing.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DomainError } from '@interlude/contract';
import { chooseMediaEncoder, type MediaEncoder, readEncodedMedia } from '@interlude/media-engine';
import { type LabMedia, labMedia } from './catalogue.ts';
import { isLeftover, mediaFolder } from './media-key.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';
import { encodeJobOf } from './render-media.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export async function prepareMedia(
  input: PrepareInput,
  tell: (message: PrepareMessage) => void,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(input.folder, { recursive: true });
  const current = new Set<string>();
  let encoder: MediaEncoder | 'not asked' | 'missing' = 'not asked';
  for (const media of labMedia) {
    const name = mediaFolder(media);
    const folder = join(input.folder, name);
    current.add(name);
    if ((await readEncodedMedia(folder)) !== undefined) {
      tell({ type: 'ready', id: media.id, folder: name, seconds: 0 });
      continue;
    }
    if (encoder === 'not asked') encoder = (await findEncoder(input, tell)) ?? 'missing';
    if (encoder === 'missing') continue;
    await encodeOne(encoder, media, folder, tell, signal);
    if (signal?.aborted === true) return;
  }
  await removeLeftovers(input.folder, current);
}

async function findEncoder(
  input: PrepareInput,
  tell: (message: PrepareMessage) => void,
): Promise<MediaEncoder | undefined> {
  try {
    const encoder = await chooseMediaEncoder({ ffmpegPath: input.ffmpegPath });
    tell({ type: 'engine', engine: encoder.engine, version: encoder.version });
    return encoder;
  } catch (error) {
    tell({ type: 'missing', sentence: messageOf(error) });
    return undefined;
  }
}

async function encodeOne(
  encoder: MediaEncoder,
  media: LabMedia,
  folder: string,
  tell: (message: PrepareMessage) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const startMs = performance.now();
  let told = -1;
  try {
    await encoder.encode(encodeJobOf(media, folder), {
      ...(signal !== undefined && { signal }),
      // Somebody may be waiting for the first picture; everything else can wait for them.
      niceness: media.kind === 'content' ? 0 : 10,
      onProgress(percent) {
        if (percent < told + 2 && percent < 100) return;
        told = percent;
        tell({ type: 'progress', id: media.id, percent });
      },
    });
    const seconds = Math.round(performance.now() - startMs) / 1000;
    tell({ type: 'ready', id: media.id, folder: basename(folder), seconds });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ENCODE_CANCELLED') return;
    tell({ type: 'failed', id: media.id, reason: messageOf(error) });
  }
}

/** Half-made work of a killed start, and media of an earlier catalogue. */
async function removeLeftovers(folder: string, current: ReadonlySet<string>): Promise<void> {
  const ids = labMedia.map((media) => media.id);
  for (const name of await readdir(folder)) {
    if (isLeftover(name, ids, current)) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}
