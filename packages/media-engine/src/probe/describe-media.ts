/** Turns the probe of an engine into a MediaInfo. */
import { durationProblem, frameProblem } from '../decode-limits.ts';
import type { AudioInfo, MediaInfo, VideoInfo } from '../media-info.ts';
import type { PacketTally, RawProbe, RawStream } from './raw-probe.ts';

/** Steps of a steady rate differ by rounding to ms; those of a varying one by whole frames. */
const STEADY_RATIO = 1.5;
const ROUNDING_SECONDS = 0.003;
const LONGEST_LEAD_SECONDS = 0.25;

const TRANSFERS: Readonly<Record<string, 'pq' | 'hlg'>> = {
  smpte2084: 'pq',
  'arib-std-b67': 'hlg',
};

function matrixOf(name: string): VideoInfo['colorMatrix'] {
  if (name === 'bt709') return 'bt709';
  if (name.startsWith('bt2020')) return 'bt2020';
  return /^(smpte170m|bt470bg|fcc)$/.test(name) ? 'bt601' : 'unknown';
}

function rotationOf(counterClockwise: number): VideoInfo['rotation'] {
  const clockwise = (((Math.round(-counterClockwise / 90) * 90) % 360) + 360) % 360;
  return clockwise === 90 || clockwise === 180 || clockwise === 270 ? clockwise : 0;
}

const isRatio = ([above, below]: readonly [number, number]) => above > 0 && below > 0;

function isVarying({ shortestStep, longestStep, packets }: PacketTally): boolean {
  return packets > 2 && longestStep > shortestStep * STEADY_RATIO + ROUNDING_SECONDS;
}

interface Read {
  readonly stream: RawStream;
  readonly tally: PacketTally;
  readonly startSeconds: number;
}

/** 0 when there are no packets. */
const endOf = ({ tally, startSeconds }: Read) =>
  Math.max(0, Math.round((tally.endSeconds - startSeconds) * 1e6) / 1e6);

function video(read: Read): VideoInfo {
  const { stream, tally } = read;
  const seconds = tally.endSeconds - tally.firstSeconds;
  return {
    stream: stream.index,
    codec: stream.codec,
    width: stream.width,
    height: stream.height,
    rotation: rotationOf(stream.rotation),
    pixelAspect: isRatio(stream.pixelAspect) ? stream.pixelAspect : [1, 1],
    frameRate: isRatio(stream.averageRate) ? stream.averageRate : [0, 1],
    isVariableFrameRate: isVarying(tally),
    isInterlaced: /^(tt|bb|tb|bt)$/.test(stream.fieldOrder),
    dynamicRange: TRANSFERS[stream.transfer] ?? 'sdr',
    colorMatrix: matrixOf(stream.matrix),
    pixelFormat: stream.pixelFormat,
    endSeconds: endOf(read),
    bitrate: seconds > 0 ? Math.round((tally.bytes * 8) / seconds) : 0,
  };
}

function audio(read: Read): AudioInfo {
  const { stream } = read;
  return {
    stream: stream.index,
    codec: stream.codec,
    channels: stream.channels,
    sampleRate: stream.sampleRate,
    language: stream.language === 'und' ? '' : stream.language,
    endSeconds: endOf(read),
  };
}

const isMoving = ({ type, isStill, width }: RawStream) => type === 'video' && !isStill && width > 0;

/**
 * Seconds before the first video frame that an encoder causes; they are cut. A longer lead is intended: it returns 0,
 * and the first frame is shown from the start on.
 */
function leadOf(tally: PacketTally | undefined, { startSeconds }: RawProbe): number {
  const lead = tally === undefined ? 0 : tally.firstSeconds - startSeconds;
  return lead > 0 && lead < LONGEST_LEAD_SECONDS ? lead : 0;
}

/** Why a file is not decoded, judged by its headers and packets; undefined = it is decoded. */
export function decodeProblem({ streams, tallies }: RawProbe): string | undefined {
  const longest = Math.max(0, ...tallies.map((one) => one.endSeconds - one.firstSeconds));
  const frames = streams.flatMap(({ width, height }) => frameProblem(width, height) ?? []);
  return frames[0] ?? durationProblem(longest);
}

/** The MediaInfo of a probed file; undefined when it has neither video nor audio. */
export function describeMedia(raw: RawProbe, bytes: number): MediaInfo | undefined {
  const tallied = raw.streams.flatMap((stream) => {
    const tally = raw.tallies.find((one) => one.stream === stream.index);
    return tally === undefined || tally.packets === 0 ? [] : [{ stream, tally }];
  });
  const leadSeconds = leadOf(tallied.find(({ stream }) => isMoving(stream))?.tally, raw);
  const startSeconds = raw.startSeconds + leadSeconds;
  const read = tallied.map((one) => ({ ...one, startSeconds }));
  const moving = read.find(({ stream }) => isMoving(stream));
  const audioTracks = read.filter(({ stream }) => stream.type === 'audio' && stream.channels > 0);
  if (moving === undefined && audioTracks.length === 0) return undefined;
  return {
    container: raw.container,
    bytes,
    durationSeconds: moving ? endOf(moving) : Math.max(...audioTracks.map(endOf)),
    declaredSeconds: Number.isFinite(raw.declaredSeconds) ? Math.max(0, raw.declaredSeconds) : 0,
    startSeconds: raw.startSeconds,
    leadSeconds,
    video: moving && video(moving),
    audioTracks: audioTracks.map(audio),
  };
}
