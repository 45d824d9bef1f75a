/** Finds an engine that this machine can run. */
import { tmpdir } from 'node:os';
import { domainError } from '@interlude/contract/errors';
import { type ChosenAccount, chooseChildAccount } from './child-account.ts';
import { probeFfmpeg } from './ffmpeg/ffmpeg-encoder.ts';
import { probeFfprobe } from './ffmpeg/ffprobe.ts';
import type { EngineName } from './media-encoder.ts';
import { probeNodeAv } from './node-av/node-av-encoder.ts';

export type FoundEngine =
  | { readonly engine: 'node-av'; readonly version: string; readonly account: ChosenAccount }
  | {
      readonly engine: 'ffmpeg';
      readonly version: string;
      readonly account: ChosenAccount;
      readonly path: string;
    };

export interface EngineQuestion {
  readonly only: EngineName | undefined;
  readonly ffmpegPath: string | undefined;
  /** MEDIA_RUN_AS */
  readonly runAs: string | undefined;
  /** Requires an ffprobe beside ffmpeg: files are read with it. */
  readonly needsFfprobe: boolean;
}

/** @throws {DomainError} ENCODER_MISSING, CONFIG_INVALID */
export async function chooseEngine(question: EngineQuestion): Promise<FoundEngine> {
  const { only, ffmpegPath } = question;
  const account = await chooseChildAccount(question.runAs);
  const tried: string[] = [];
  const tryFfmpeg = async (path: string): Promise<FoundEngine | undefined> => {
    const found = await probeFfmpeg(path, account.account);
    const missing = question.needsFfprobe
      ? await probeFfprobe({ path, account: account.account })
      : undefined;
    if ('version' in found && missing === undefined) {
      return { engine: 'ffmpeg', version: found.version, path, account };
    }
    tried.push('unusable' in found ? found.unusable : (missing ?? path));
    return undefined;
  };
  if (ffmpegPath && only !== 'node-av') {
    const named = await tryFfmpeg(ffmpegPath);
    if (named !== undefined) return named;
    const sentence = `FFMPEG_PATH: ${tried.join('; ')}. Name an ffmpeg of version 5 or newer with libx264, or unset it.`;
    throw domainError('CONFIG_INVALID', { sentence, variable: 'FFMPEG_PATH' });
  }
  if (only !== 'ffmpeg') {
    const found = await probeNodeAv(tmpdir(), account.account);
    if ('version' in found) return { engine: 'node-av', version: found.version, account };
    tried.push(found.unusable);
  }
  if (only !== 'node-av') {
    const onPath = await tryFfmpeg('ffmpeg');
    if (onPath !== undefined) return onPath;
  }
  throw domainError('ENCODER_MISSING', { tried });
}
