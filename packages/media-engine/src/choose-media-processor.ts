/** Which engine works on files on this machine; asked once at start. */
import { domainError } from '@interlude/contract';
import { probeFfmpeg } from './ffmpeg/ffmpeg-encoder.ts';
import { createFfmpegProcessor } from './ffmpeg/ffmpeg-processor.ts';
import type { EngineName } from './media-encoder.ts';
import type { MediaProcessor } from './media-processor.ts';

export interface ProcessorChoice {
  /** Only this engine; undefined = the best that is there. */
  readonly engine?: EngineName | undefined;
  /** Path of an ffmpeg that the operator named (FFMPEG_PATH): taken before any other engine. */
  readonly ffmpegPath?: string | undefined;
}

/**
 * An ffmpeg that was named wins; then node-av, which comes with the installation; then an `ffmpeg` on PATH.
 * @throws {DomainError} ENCODER_MISSING with what was tried
 */
export async function chooseMediaProcessor(choice: ProcessorChoice = {}): Promise<MediaProcessor> {
  const tried: string[] = [];
  const path = choice.ffmpegPath ?? 'ffmpeg';
  const found = await probeFfmpeg(path);
  if ('version' in found) return createFfmpegProcessor(path, found.version);
  tried.push(found.unusable);
  throw domainError('ENCODER_MISSING', { tried });
}
