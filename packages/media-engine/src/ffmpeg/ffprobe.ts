/** Reads a file with ffprobe: streams as JSON, then every packet as a line. */
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { domainError } from '@interlude/contract/errors';
import { type LentInput, lendInput } from '../child-account.ts';
import { inputAddress, inputOptions } from '../input-limits.ts';
import type { ProcessOptions } from '../media-processor.ts';
import { type DeclaredStream, streamProblem } from '../probe/declared-stream.ts';
import { unreadable } from '../probe/look-at-file.ts';
import { PacketTallies, type RawProbe, type RawStream } from '../probe/raw-probe.ts';
import { superviseChild } from '../supervise-child.ts';
import { lastLine, versionText } from './ffmpeg-encoder.ts';
import { readLines } from './read-lines.ts';
import { spawnTool, type ToolProgram } from './spawn-tool.ts';

/** Beside a named ffmpeg, else on PATH. */
const ffprobePath = (ffmpeg: string) =>
  ffmpeg.includes('/') ? join(dirname(ffmpeg), 'ffprobe') : 'ffprobe';

/** Why the ffprobe of this ffmpeg cannot be used; undefined = it can. */
export async function probeFfprobe(ffmpeg: ToolProgram): Promise<string | undefined> {
  const path = ffprobePath(ffmpeg.path);
  try {
    await versionText(path, ffmpeg.account);
    return undefined;
  } catch (error) {
    return `${path} cannot be run (${lastLine(error)})`;
  }
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const values = (value: unknown): Values => (isValues(value) ? value : {});
const list = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isValues) : []);
const word = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => {
  const found = Number(value);
  return Number.isFinite(found) ? found : 0;
};

function ratio(value: unknown): [number, number] {
  const [above, below] = word(value).split(/[:/]/);
  return [number(above), number(below)];
}

function readStream(stream: Values): RawStream {
  const rotated = list(stream['side_data_list']).find((data) => data['rotation'] !== undefined);
  const tags = values(stream['tags']);
  const disposition = values(stream['disposition']);
  return {
    index: number(stream['index']),
    type: word(stream['codec_type']),
    codec: word(stream['codec_name']) || 'unknown',
    width: number(stream['width']),
    height: number(stream['height']),
    rotation: number(rotated?.['rotation']),
    pixelAspect: ratio(stream['sample_aspect_ratio']),
    averageRate: ratio(stream['avg_frame_rate']),
    fieldOrder: word(stream['field_order']),
    transfer: word(stream['color_transfer']),
    matrix: word(stream['color_space']),
    pixelFormat: word(stream['pix_fmt']),
    channels: number(stream['channels']),
    sampleRate: number(stream['sample_rate']),
    language: word(tags['language']),
    isStill: disposition['attached_pic'] === 1 || disposition['timed_thumbnails'] === 1,
  };
}

/** Lines of `-show_data`: a place, up to eight groups of hexadecimal digits, and the same as text. */
function bytesOf(dump: string): Buffer {
  const digits = dump
    .split('\n')
    .map((line) => /^[0-9a-f]+: ((?:[0-9a-f]{2,4} ){1,8})/.exec(line)?.[1] ?? '')
    .join('');
  return Buffer.from(digits.replaceAll(' ', ''), 'hex');
}

export function declaredStream(stream: Values): DeclaredStream {
  const { codec, width, height } = readStream(stream);
  return { codec, width, height, header: bytesOf(word(stream['extradata'])) };
}

/** A packet of ffprobe's `compact` output: `packet|stream_index=0|pts_time=…`. */
function addPacket(tallies: PacketTallies, line: string): void {
  const found = Object.fromEntries(line.split('|').map((part) => part.split('=', 2)));
  if (found['flags']?.includes('D') === true) return; // before the start of an edit list
  tallies.add({
    stream: number(found['stream_index']),
    pts: Number.parseFloat(found['pts_time'] ?? ''),
    dts: Number.parseFloat(found['dts_time'] ?? ''),
    duration: Number.parseFloat(found['duration_time'] ?? ''),
    bytes: number(found['size']),
  });
}

/** @throws {DomainError} MEDIA_UNREADABLE and those of supervision */
export const runFfprobe = (
  { path, account }: ToolProgram,
  file: string,
  options: ProcessOptions,
): Promise<RawProbe> =>
  lendInput(file, account, (input) =>
    readFile({ path: ffprobePath(path), account }, input, options),
  );

async function readFile(
  program: ToolProgram,
  input: LentInput,
  options: ProcessOptions,
): Promise<RawProbe> {
  const streams = await readStreams(program, input, options);
  const tallies = new PacketTallies();
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time,size,flags';
  const tool = spawnTool(
    program,
    [
      '-v',
      'error',
      ...inputOptions,
      '-show_entries',
      entries,
      '-of',
      'compact=p=0',
      inputAddress(input.path),
    ],
    { cwd: tmpdir(), input },
  );
  readLines(tool.child.stdout, (line) => {
    if (line.includes('stream_index=')) addPacket(tallies, line);
  });
  await finished(tool, input, options);
  return { ...streams, tallies: tallies.list() };
}

async function readStreams(program: ToolProgram, input: LentInput, options: ProcessOptions) {
  const tool = spawnTool(
    program,
    [
      '-v',
      'error',
      ...inputOptions,
      '-show_format',
      '-show_streams',
      '-show_data',
      '-of',
      'json',
      inputAddress(input.path),
    ],
    { cwd: tmpdir(), input },
  );
  const { stdout } = tool.child;
  const [reported] = await Promise.all([
    stdout === null ? '' : text(stdout),
    finished(tool, input, options),
  ]);
  const answer = values(JSON.parse(reported));
  const format = values(answer['format']);
  const declared = list(answer['streams']).map(declaredStream);
  const problem = declared.map(streamProblem).find((one) => one !== undefined);
  if (problem !== undefined) throw unreadable(problem, 'BEYOND_LIMITS');
  return {
    container: word(format['format_name']),
    startSeconds: number(format['start_time']),
    declaredSeconds: number(format['duration']),
    streams: list(answer['streams']).map(readStream),
  };
}

const tooManyPixels = 'its frames have more than 4096 × 2304 pixels';

async function finished(
  { child, kill }: ReturnType<typeof spawnTool>,
  input: LentInput,
  options: ProcessOptions,
): Promise<void> {
  const supervised = {
    engine: 'ffmpeg' as const,
    child,
    kill,
    onBeat: (beat: () => void) => child.stdout?.on('data', beat),
  };
  const { failure, isKilled, words } = await superviseChild(supervised, options);
  if (failure === undefined) return;
  if (isKilled) throw domainError('ENCODE_FAILED', { engine: 'ffmpeg', reason: failure });
  // A frame beyond `max_pixels` is refused by our limit: the file is not damaged.
  if (words.includes('max pixel count')) throw unreadable(tooManyPixels, 'BEYOND_LIMITS');
  const sentence = words.split('\n').at(-1)?.replaceAll(inputAddress(input.path), 'the file') ?? '';
  throw unreadable(sentence || failure);
}
