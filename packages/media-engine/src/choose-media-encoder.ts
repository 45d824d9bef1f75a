/** Which engine encodes on this machine; determined once at start. */
import { chooseEngine } from './choose-engine.ts';
import { createFfmpegEncoder } from './ffmpeg/ffmpeg-encoder.ts';
import type { EngineName, MediaEncoder } from './media-encoder.ts';
import { createNodeAvEncoder } from './node-av/node-av-encoder.ts';

export interface EncoderChoice {
  /** Path of an ffmpeg that the operator named (FFMPEG_PATH): taken before any other engine. */
  readonly ffmpegPath?: string | undefined;
  /** MEDIA_RUN_AS: account of the engine's processes where this one is root. */
  readonly runAs?: string | undefined;
  /** Only this engine is tried; for tests, and for operators who need one. */
  readonly only?: EngineName | undefined;
}

/**
 * Selects the encoder: an ffmpeg named in FFMPEG_PATH, else node-av, which comes with the installation, else an
 * `ffmpeg` on PATH.
 * @returns an encoder that has been probed, ready for jobs
 * @throws {DomainError} ENCODER_MISSING with the encoders that were tried, CONFIG_INVALID when the named ffmpeg cannot be used
 * @see ADR 0014
 */
export async function chooseMediaEncoder(choice: EncoderChoice = {}): Promise<MediaEncoder> {
  const { only, ffmpegPath, runAs } = choice;
  const found = await chooseEngine({ only, ffmpegPath, runAs, needsFfprobe: false });
  const { account } = found.account;
  return found.engine === 'ffmpeg'
    ? createFfmpegEncoder({ path: found.path, account }, found.version)
    : createNodeAvEncoder(found.version, account);
}
