/** Which engine encodes on this machine; asked once at start. */
import { tmpdir } from 'node:os';
import { domainError } from '@interlude/contract';
import { createFfmpegEncoder, probeFfmpeg } from './ffmpeg/ffmpeg-encoder.ts';
import type { EngineName, MediaEncoder } from './media-encoder.ts';
import { createNodeAvEncoder, probeNodeAv } from './node-av/node-av-encoder.ts';

export interface EncoderChoice {
  /** Path of an ffmpeg that the operator named (FFMPEG_PATH): taken before any other engine. */
  readonly ffmpegPath?: string | undefined;
  /** Only this engine; for tests and for operators who know. */
  readonly only?: EngineName | undefined;
}

/**
 * An ffmpeg that was named wins; then node-av, which comes with the installation; then an `ffmpeg` on PATH.
 * @throws {DomainError} ENCODER_MISSING with what was tried, CONFIG_INVALID when the named ffmpeg cannot be used
 */
export async function chooseMediaEncoder(choice: EncoderChoice = {}): Promise<MediaEncoder> {
  const tried: string[] = [];
  const tryFfmpeg = async (path: string) => {
    const found = await probeFfmpeg(path);
    if ('version' in found) return createFfmpegEncoder(path, found.version);
    tried.push(found.unusable);
    return undefined;
  };
  if (choice.ffmpegPath && choice.only !== 'node-av') {
    const named = await tryFfmpeg(choice.ffmpegPath);
    if (named !== undefined) return named;
    const sentence = `FFMPEG_PATH: ${tried.join('; ')}. Name an ffmpeg of version 5 or newer with libx264, or unset it.`;
    throw domainError('CONFIG_INVALID', { sentence, variable: 'FFMPEG_PATH' });
  }
  if (choice.only !== 'ffmpeg') {
    const found = await probeNodeAv(tmpdir());
    if ('version' in found) return createNodeAvEncoder(found.version);
    tried.push(found.unusable);
  }
  if (choice.only !== 'node-av') {
    const onPath = await tryFfmpeg('ffmpeg');
    if (onPath !== undefined) return onPath;
  }
  throw domainError('ENCODER_MISSING', { tried });
}
