/** Reads a file to its last packet and decodes it up to its first frame. */
import { avGetCodecName, avGetPixFmtName, type Demuxer, type Stream } from 'node-av';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_TIMED_THUMBNAILS,
  AV_FRAME_FLAG_INTERLACED,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PKT_FLAG_DISCARD,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { PacketTallies, type RawProbe, type RawStream } from '../probe/raw-probe.ts';
import { judgeHeaders, judgeStreams } from './judge-file.ts';
import { openFile } from './open-file.ts';
import { videoDecoder } from './video-decoder.ts';

/** Packets that are decoded to see whether frames are interlaced. */
const LOOK_PACKETS = 50;
/** Packets between two signs of life. */
const BEAT_PACKETS = 2_000;

const transfers = new Map<number, string>([
  [AVCOL_TRC_SMPTE2084, 'smpte2084'],
  [AVCOL_TRC_ARIB_STD_B67, 'arib-std-b67'],
]);
const matrices = new Map<number, string>([
  [AVCOL_SPC_BT709, 'bt709'],
  [AVCOL_SPC_SMPTE170M, 'smpte170m'],
  [AVCOL_SPC_BT470BG, 'bt470bg'],
  [AVCOL_SPC_BT2020_NCL, 'bt2020nc'],
]);
const types = new Map<number, string>([
  [AVMEDIA_TYPE_VIDEO, 'video'],
  [AVMEDIA_TYPE_AUDIO, 'audio'],
]);

/** Degrees counter-clockwise of a display matrix (16.16 fixed point, native order), as FFmpeg counts them. */
function rotationOf(stream: Stream): number {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (matrix === null || matrix.length < 36) return 0;
  const at = (index: number) => matrix.readInt32LE(index * 4) / 65_536;
  const columns = [Math.hypot(at(0), at(3)), Math.hypot(at(1), at(4))];
  const [first = 0, second = 0] = columns;
  if (first === 0 || second === 0) return 0;
  return -(Math.atan2(at(1) / second, at(0) / first) * 180) / Math.PI;
}

function describe(stream: Stream): RawStream {
  const { codecpar, avgFrameRate, disposition } = stream;
  const type = types.get(codecpar.codecType) ?? 'other';
  const isVideo = type === 'video';
  const aspect =
    stream.sampleAspectRatio.num > 0 ? stream.sampleAspectRatio : codecpar.sampleAspectRatio;
  return {
    index: stream.index,
    type,
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    width: isVideo ? codecpar.width : 0,
    height: isVideo ? codecpar.height : 0,
    rotation: isVideo ? rotationOf(stream) : 0,
    pixelAspect: [aspect.num, aspect.den],
    averageRate: [avgFrameRate.num, avgFrameRate.den],
    fieldOrder: 'unknown',
    transfer: transfers.get(codecpar.colorTrc) ?? '',
    matrix: matrices.get(codecpar.colorSpace) ?? '',
    pixelFormat: isVideo ? (avGetPixFmtName(codecpar.format as never) ?? '') : '',
    channels: isVideo ? 0 : codecpar.channels,
    sampleRate: isVideo ? 0 : codecpar.sampleRate,
    language: stream.metadata?.getAll()['language'] ?? '',
    isStill: (disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) !== 0,
  };
}

async function isInterlaced(file: string, index: number): Promise<boolean> {
  await using source = await openFile(file);
  const stream = source.streams[index];
  if (stream === undefined) return false;
  using decoder = await videoDecoder(stream);
  let left = LOOK_PACKETS;
  for await (using packet of source.packets(index)) {
    const frames = await decoder.decodeAll(packet);
    const found = frames.map((frame) => frame.hasFlags(AV_FRAME_FLAG_INTERLACED));
    for (const frame of frames) frame.free();
    left -= 1;
    if (found.length > 0 || packet === null || left === 0) return found.includes(true);
  }
  return false;
}

async function countPackets(source: Demuxer, beat: () => void): Promise<PacketTallies> {
  const tallies = new PacketTallies();
  let count = 0;
  for await (using packet of source.packets()) {
    if (packet === null) break;
    count += 1;
    if (count % BEAT_PACKETS === 0) beat();
    if (packet.hasFlags(AV_PKT_FLAG_DISCARD)) continue; // before the start of an edit list
    const { num, den } = packet.timeBase;
    const seconds = (ticks: bigint) =>
      ticks === AV_NOPTS_VALUE ? Number.NaN : (Number(ticks) * num) / den;
    tallies.add({
      stream: packet.streamIndex,
      pts: seconds(packet.pts),
      dts: seconds(packet.dts),
      duration: seconds(packet.duration),
      bytes: packet.size,
    });
  }
  return tallies;
}

export async function probeFile(file: string, beat: () => void): Promise<RawProbe> {
  await judgeHeaders(file);
  await using source = await openFile(file);
  judgeStreams(source.streams);
  const streams = source.streams.map(describe);
  const { startTime, duration } = source.getFormatContext();
  const reported = {
    container: source.formatName,
    startSeconds: startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) / 1e6,
    declaredSeconds: duration === AV_NOPTS_VALUE ? 0 : Number(duration) / 1e6,
  };
  const tallies = (await countPackets(source, beat)).list();
  const video = streams.find(({ type, isStill }) => type === 'video' && !isStill);
  const hasFields = video !== undefined && (await isInterlaced(file, video.index));
  const fieldOrder = hasFields ? 'tt' : 'progressive';
  return {
    ...reported,
    streams: streams.map((stream) => (stream === video ? { ...stream, fieldOrder } : stream)),
    tallies,
  };
}
