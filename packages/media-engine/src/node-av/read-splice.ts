/** In the forked process: decodes the sides of a splice, and measures them. */
import {
  avGetCodecName,
  Codec,
  Decoder,
  EncoderPool,
  FilterAPI,
  type Frame,
  type Stream,
} from 'node-av';
import {
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  FF_ENCODER_MJPEG,
} from 'node-av/constants';
import { PictureMeter } from '../splice/picture-meter.ts';
import { SoundMeter, sampleRate } from '../splice/sound-meter.ts';
import {
  measuredSize,
  type PictureReading,
  type SoundReading,
  type SpliceSideMedia,
  shownSize,
  spliceLimits,
} from '../splice/splice-media.ts';
import { inOwnFolder } from './give-up-root.ts';
import { judgeHeaders, judgeStreams } from './judge-file.ts';
import { openFile, UnreadableError } from './open-file.ts';
import { videoDecoder } from './video-decoder.ts';

/** A side in the form of the JSON message. */
export type SentSide =
  | {
      readonly picture: PictureReading | undefined;
      readonly sound: SoundReading | undefined;
      /** Base64. */
      readonly thumbnail: string | undefined;
    }
  | { readonly problem: string; readonly isBeyondLimits: boolean };

const { width, height } = measuredSize;
/** Grey of 0 to 255, whatever range the video has. */
const toMeasured = `scale=${width}:${height}:flags=area:out_range=full,format=gray`;
const toShown = [
  `scale=${shownSize.width}:${shownSize.height}:force_original_aspect_ratio=decrease`,
  `pad=${shownSize.width}:${shownSize.height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuvj420p`,
].join(',');
const toSamples = `aresample=${sampleRate},aformat=sample_fmts=flt:sample_rates=${sampleRate}`;

/** NaN: the frame has no time, and is not measured. */
const secondsOf = ({ pts, timeBase }: Frame) =>
  pts === AV_NOPTS_VALUE ? Number.NaN : (Number(pts) * timeBase.num) / timeBase.den;

/** Rows of a plane may be longer than the picture. */
function pixelsOf(frame: Frame): Uint8Array {
  const [plane = Buffer.alloc(0)] = frame.data ?? [];
  const [stride = width] = frame.linesize;
  if (stride === width) return plane.subarray(0, width * height);
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1)
    pixels.set(plane.subarray(row * stride, row * stride + width), row * width);
  return pixels;
}

function samplesOf(frame: Frame): Float32Array {
  const [plane = Buffer.alloc(0)] = frame.data ?? [];
  const count = Math.min(frame.nbSamples * frame.channels, Math.floor(plane.length / 4));
  const samples = new Float32Array(count);
  for (let at = 0; at < count; at += 1) samples[at] = plane.readFloatLE(at * 4);
  return samples;
}

/** Decoded frames of the stream of a file, within the limits; `isEnough` ends it. */
async function* framesOf(
  file: string,
  kind: 'video' | 'audio',
  isEnough: () => boolean,
): AsyncGenerator<Frame> {
  await judgeHeaders(file);
  await using source = await openFile(file);
  judgeStreams(source.streams);
  const wanted = kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
  const stream = source.streams.find(({ codecpar }: Stream) => codecpar.codecType === wanted);
  if (stream === undefined) return;
  const { codecId } = stream.codecpar;
  // Players may have decoders that this build of FFmpeg lacks.
  if (Codec.findDecoder(codecId) === null)
    throw new UnreadableError(`there is no decoder of ${avGetCodecName(codecId)}`, 'BEYOND_LIMITS');
  using decoder =
    kind === 'video'
      ? await videoDecoder(stream)
      : await Decoder.create(stream, { exitOnError: false });
  let packets = 0;
  for await (using packet of source.packets(stream.index)) {
    packets += 1;
    for (const frame of await decoder.decodeAll(packet)) {
      yield frame;
      frame.free();
    }
    if (packet === null || packets >= spliceLimits.packets || isEnough()) return;
  }
}

async function jpegOf(frame: Frame | undefined): Promise<string | undefined> {
  if (frame === undefined) return undefined;
  using filter = FilterAPI.create(toShown);
  using pool = new EncoderPool(FF_ENCODER_MJPEG, { maxSize: 1 });
  const [shown] = await filter.processAll(frame);
  if (shown === undefined) return undefined;
  const jpeg = await pool.encode(shown);
  shown.free();
  return jpeg.toString('base64');
}

async function readPicture(file: string, end: SpliceSideMedia['end']) {
  const meter = new PictureMeter(end);
  using filter = FilterAPI.create(toMeasured);
  let shown: Frame | undefined;
  const measure = (small: Frame) => {
    const atSeconds = secondsOf(small);
    if (Number.isFinite(atSeconds)) meter.add(pixelsOf(small), atSeconds);
    small.free();
  };
  for await (const frame of framesOf(file, 'video', () => meter.isFull)) {
    if (end === 'last' || shown === undefined) {
      shown?.free();
      shown = frame.clone() ?? undefined;
    }
    for (const small of await filter.processAll(frame)) measure(small);
  }
  await filter.flush();
  for await (const small of filter.flushFrames()) measure(small);
  const thumbnail = await jpegOf(shown);
  shown?.free();
  return { picture: meter.reading(), thumbnail };
}

async function readSound(file: string, end: SpliceSideMedia['end']) {
  let meter: SoundMeter | undefined;
  let channels = 0;
  using filter = FilterAPI.create(toSamples);
  const measure = (heard: Frame) => {
    channels ||= heard.channels;
    if (channels > spliceLimits.channels)
      throw new UnreadableError(`its sound has ${channels} channels`, 'BEYOND_LIMITS');
    meter ??= new SoundMeter(end, channels);
    // A stream whose channel layout changes is measured up to the change.
    const atSeconds = secondsOf(heard);
    if (heard.channels === channels && Number.isFinite(atSeconds))
      meter.add(samplesOf(heard), atSeconds);
    heard.free();
  };
  for await (const frame of framesOf(file, 'audio', () => meter?.isFull === true)) {
    for (const heard of await filter.processAll(frame)) measure(heard);
  }
  await filter.flush();
  for await (const heard of filter.flushFrames()) measure(heard);
  return meter?.reading();
}

async function readSide({ video, audio, end }: SpliceSideMedia): Promise<SentSide> {
  try {
    const seen = video === undefined ? undefined : await readPicture(inOwnFolder(video), end);
    const sound = audio === undefined ? undefined : await readSound(inOwnFolder(audio), end);
    if (seen?.picture === undefined && sound === undefined)
      throw new UnreadableError('no frame and no sound of it can be decoded');
    return { picture: seen?.picture, thumbnail: seen?.thumbnail, sound };
  } catch (error) {
    const isBeyondLimits = error instanceof UnreadableError && error.finding === 'BEYOND_LIMITS';
    return { problem: error instanceof Error ? error.message : String(error), isBeyondLimits };
  }
}

/** One side after the other. */
export async function readSplice(
  sides: readonly SpliceSideMedia[],
  beat: () => void,
): Promise<SentSide[]> {
  const read: SentSide[] = [];
  for (const side of sides) {
    read.push(await readSide(side));
    beat();
  }
  return read;
}
