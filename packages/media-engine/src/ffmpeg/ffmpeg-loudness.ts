/** The first pass of the loudness with ffmpeg: loudnorm prints its measurements as JSON at the end of standard error. */
import { tmpdir } from 'node:os';
import { domainError } from '@interlude/contract/errors';
import { type LentInput, lendInput } from '../child-account.ts';
import type { LoudnessMeasure, LoudnessRequest } from '../loudness.ts';
import type { ProcessOptions } from '../media-processor.ts';
import { unreadable } from '../probe/look-at-file.ts';
import { readLoudness } from '../probe/read-loudness.ts';
import { superviseChild } from '../supervise-child.ts';
import { measureChain } from '../transcode/audio-chain.ts';
import { spawnTool, type ToolProgram } from './spawn-tool.ts';
import { inputArguments } from './transcode-arguments.ts';

export const measureWithFfmpeg = (
  program: ToolProgram,
  file: string,
  request: LoudnessRequest,
  options: ProcessOptions,
): Promise<LoudnessMeasure | 'silent'> =>
  lendInput(file, program.account, (input) => measure(program, input, request, options));

async function measure(
  program: ToolProgram,
  input: LentInput,
  request: LoudnessRequest,
  options: ProcessOptions,
): Promise<LoudnessMeasure | 'silent'> {
  const track = request.stream === undefined ? '0:a:0' : `0:${request.stream}`;
  const { child, kill } = spawnTool(
    program,
    [
      ...['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1'],
      ...inputArguments(input.path),
      ...['-filter_complex', `[${track}]${measureChain(request)}[out]`],
      ...['-map', '[out]', '-f', 'null', '-'],
    ],
    { cwd: tmpdir(), input },
  );
  const onBeat = (beat: () => void) => child.stdout?.on('data', beat);
  const { failure, isKilled, words } = await superviseChild(
    { engine: 'ffmpeg', child, kill, onBeat },
    options,
  );
  if (isKilled) throw domainError('ENCODE_FAILED', { engine: 'ffmpeg', reason: failure ?? '' });
  if (failure !== undefined) throw unreadable(words.split('\n').at(-1) || failure);
  const start = words.lastIndexOf('{\n');
  return readLoudness(words.slice(start, words.indexOf('}', start) + 1));
}
