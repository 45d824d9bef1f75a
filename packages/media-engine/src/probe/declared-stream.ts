/**
 * Judges a stream by its headers before its frames are decoded (SEC-S64). For H.264 the parameter sets give the number
 * of reference frames; other codecs have 16 at most, and larger frames within the stream meet the limit of the
 * decoders.
 */
import { frameProblem, keptFramesProblem } from '../decode-limits.ts';
import { parameterSetsIn, readH264Parameters } from './h264-parameters.ts';

/** Limit of one stream; parameter sets have about a hundred bytes. */
const MAX_HEADER_BYTES = 64 * 1024;

export interface DeclaredStream {
  /** FFmpeg's name. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** FFmpeg's `extradata`: for H.264 an AVCDecoderConfigurationRecord or a byte stream. */
  readonly header: Uint8Array;
}

/** Why a decoder is not given this sequence parameter set; undefined = it is, or it is none. */
export function parameterSetProblem(unit: Uint8Array): string | undefined {
  const parameters = readH264Parameters(unit);
  if (parameters === undefined) return undefined;
  const { width, height, referenceFrames, frameBytes } = parameters;
  return frameProblem(width, height) ?? keptFramesProblem(referenceFrames, frameBytes);
}

/** Why a decoder is not given the stream; undefined = it is. */
export function streamProblem(stream: DeclaredStream): string | undefined {
  const { codec, width, height, header } = stream;
  const problem = frameProblem(width, height);
  if (problem !== undefined || codec !== 'h264') return problem;
  if (header.length > MAX_HEADER_BYTES) return 'its header is larger than 64 KiB';
  return [...parameterSetsIn(header)].map(parameterSetProblem).find((one) => one !== undefined);
}
