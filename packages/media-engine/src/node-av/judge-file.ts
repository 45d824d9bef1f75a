/**
 * Judges what a file declares before its frames are decoded (SEC-S64). Opening a file as usual decodes frames of any size
 * to know more of its streams: here it is opened as far as its headers, and read on by decoders with the limit of pixels.
 */
import { avGetCodecName, Dictionary, FormatContext } from 'node-av';
import { decodeLimits } from '../decode-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { streamProblem } from '../probe/declared-stream.ts';
import { UnreadableError } from './open-file.ts';

function judgeStreams(context: FormatContext): void {
  for (const { codecpar } of context.streams ?? []) {
    const { width, height, extradata } = codecpar;
    const codec = avGetCodecName(codecpar.codecId) ?? 'unknown';
    const header = extradata ?? new Uint8Array();
    const problem = streamProblem({ codec, width, height, header });
    if (problem !== undefined) throw new UnreadableError(problem, 'BEYOND_LIMITS');
  }
}

/** @throws {UnreadableError} BEYOND_LIMITS; a file that cannot be opened is not judged */
export async function judgeFile(file: string): Promise<void> {
  const context = new FormatContext();
  const opened = await context.openInput(file, null, Dictionary.fromObject({ ...inputLimits }));
  if (opened < 0) return;
  try {
    judgeStreams(context);
    const limited = { max_pixels: decodeLimits.pixels };
    await context.findStreamInfo((context.streams ?? []).map(() => Dictionary.fromObject(limited)));
    judgeStreams(context);
  } finally {
    await context.closeInput();
  }
}
