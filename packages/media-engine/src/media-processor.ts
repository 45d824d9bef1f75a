/**
 * The port behind which files are read, measured and turned into packages. Every call works in a child
 * process that is killed on abort; a file that breaks the parser breaks that process only.
 */
import type { LoudnessMeasure, LoudnessRequest } from './loudness.ts';
import type { EngineName } from './media-encoder.ts';
import type { MediaInfo } from './media-info.ts';
import type { EncodedPackage } from './package/encoded-package.ts';
import type { TranscodeJob } from './transcode/transcode-job.ts';

export interface ProcessOptions {
  /** Kills the engine; its files are removed. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; default 120,000 for `probe`, none for the others. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds without any progress after which the engine counts as hanging; default 120,000. */
  readonly stallMs?: number | undefined;
  /** Politeness of the engine's process: 0 = like any other, 19 = last in the queue. Default 5. */
  readonly niceness?: number | undefined;
  /** 0..100, never less than before. */
  readonly onProgress?: ((percent: number) => void) | undefined;
}

export interface MediaProcessor {
  readonly engine: EngineName;
  /** As reported by the engine, and the account of its processes, for logs. */
  readonly version: string;
  /**
   * Reads the streams of a local file, to the last packet.
   * @throws {DomainError} MEDIA_UNREADABLE with `finding` NOT_A_MEDIA_FILE or PLAYLIST_IN_DISGUISE, ENCODE_FAILED (time
   *   is over, engine hangs), ENCODE_CANCELLED
   */
  probe(file: string, options?: ProcessOptions): Promise<MediaInfo>;
  /**
   * First pass of the loudness normalisation.
   * @returns figures in LUFS, LU and dBTP; `silent` when nothing is louder than -70 LUFS: the audio then stays as it is
   * @throws {DomainError} MEDIA_UNREADABLE, ENCODE_FAILED, ENCODE_CANCELLED
   */
  measureLoudness(
    file: string,
    request: LoudnessRequest,
    options?: ProcessOptions,
  ): Promise<LoudnessMeasure | 'silent'>;
  /**
   * Transcodes a file into a package; its folder appears when it is complete, or not at all.
   * @throws {DomainError} ENCODE_FAILED (with the last error output of the engine), PACKAGE_FAULTY, STORAGE_FULL,
   *   ENCODE_CANCELLED
   */
  transcode(job: TranscodeJob, options?: ProcessOptions): Promise<EncodedPackage>;
}
