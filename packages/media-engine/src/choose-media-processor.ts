/** Which engine processes files on this machine; determined once at start. */
import { chooseEngine } from './choose-engine.ts';
import { createFfmpegProcessor } from './ffmpeg/ffmpeg-processor.ts';
import type { EngineName } from './media-encoder.ts';
import type { MediaProcessor } from './media-processor.ts';
import { createNodeAvProcessor } from './node-av/node-av-processor.ts';

export interface ProcessorChoice {
  /** Only this engine; undefined = the best that is there. */
  readonly engine?: EngineName | undefined;
  /** Path of an ffmpeg that the operator named (FFMPEG_PATH): taken before any other engine. */
  readonly ffmpegPath?: string | undefined;
  /** MEDIA_RUN_AS: account of the engine's processes where this one is root. */
  readonly runAs?: string | undefined;
}

/**
 * Selects the processor: an ffmpeg named in FFMPEG_PATH, else node-av, which comes with the installation, else an
 * `ffmpeg` on PATH.
 * With `engine` only that engine is tried.
 * @returns a processor that probes and transcodes files
 * @throws {DomainError} ENCODER_MISSING with the engines that were tried, CONFIG_INVALID when the named ffmpeg cannot be used
 * @see ADR 0014
 */
export async function chooseMediaProcessor(choice: ProcessorChoice = {}): Promise<MediaProcessor> {
  const { engine, ffmpegPath, runAs } = choice;
  const found = await chooseEngine({ only: engine, ffmpegPath, runAs, needsFfprobe: true });
  const { account, text } = found.account;
  const version = `${found.version}, ${text}`;
  return found.engine === 'ffmpeg'
    ? createFfmpegProcessor({ path: found.path, account }, version)
    : createNodeAvProcessor(version, account);
}
