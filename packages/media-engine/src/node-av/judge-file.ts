/**
 * Judges the declarations of a file before its frames are decoded (SEC-S64). FFmpeg's usual opening decodes frames of
 * any size to learn more of the streams; here only the headers are read. A container without headers (MPEG-TS) is
 * judged by the result of the usual opening, before more of it is decoded.
 */
import { avGetCodecName, Dictionary, FormatContext, type Stream } from 'node-av';
import { inputLimits } from '../input-limits.ts';
import { streamProblem } from '../probe/declared-stream.ts';
import { UnreadableError } from './open-file.ts';

/** @throws {UnreadableError} BEYOND_LIMITS */
export function judgeStreams(streams: readonly Stream[]): void {
  for (const { codecpar } of streams) {
    const { width, height, extradata } = codecpar;
    const codec = avGetCodecName(codecpar.codecId) ?? 'unknown';
    const header = extradata ?? new Uint8Array();
    const problem = streamProblem({ codec, width, height, header });
    if (problem !== undefined) throw new UnreadableError(problem, 'BEYOND_LIMITS');
  }
}

/** @throws {UnreadableError} BEYOND_LIMITS; a file that cannot be opened is not judged */
export async function judgeHeaders(file: string): Promise<void> {
  const context = new FormatContext();
  const opened = await context.openInput(file, null, Dictionary.fromObject({ ...inputLimits }));
  if (opened < 0) return;
  try {
    judgeStreams(context.streams ?? []);
  } finally {
    await context.closeInput();
  }
}
