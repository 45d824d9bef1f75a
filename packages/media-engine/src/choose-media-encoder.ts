/** Which engine encodes on this machine; asked once at start. */
import { chooseEngine } from './choose-engine.ts';
import { createFfmpegEncoder } from './ffmpeg/ffmpeg-encoder.ts';
import type { EngineName, MediaEncoder } from './media-encoder.ts';
import { createNodeAvEncoder } from './node-av/node-av-encoder.ts';

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
  const { only, ffmpegPath } = choice;
  const found = await chooseEngine({ only, ffmpegPath, needsFfprobe: false });
  return found.engine === 'ffmpeg'
    ? createFfmpegEncoder(found.path, found.version)
    : createNodeAvEncoder(found.version);
}
