/**
 * The process that loads FFmpeg's libraries: decodes the first stream of a kind (argument 2, 'video' or 'audio') of the
 * playlist at argument 1. For each frame of video it writes the strip that holds its mark to standard output, for each
 * of audio one byte.
 */
import { AV_LOG_ERROR, Decoder, Demuxer, FilterAPI, type Frame, Log, type Packet } from 'node-av';
import { markStrip } from './mark-strip.ts';

Log.setLevel(AV_LOG_ERROR);
const { x, y, width, height } = markStrip.box;
const crop = `crop=iw*${width}:ih*${height}:iw*${x}:ih*${y}`;
const [, , url = '', kind] = process.argv;
await using source = await Demuxer.open(url);
const stream = kind === 'audio' ? source.audio() : source.video();
if (stream === undefined) throw new Error(`${kind} is missing`);
using decoder = await Decoder.create(stream);
using strip = FilterAPI.create(`${crop},scale=${markStrip.width}:1:flags=area,format=gray`);

async function writeMarks(frames: readonly Frame[]): Promise<void> {
  for (const frame of frames) {
    for (const row of await strip.processAll(frame)) {
      process.stdout.write(Buffer.from(row.data?.[0]?.subarray(0, markStrip.width) ?? []));
      row.free();
    }
  }
}

async function decode(packet: Packet): Promise<void> {
  const frames = await decoder.decodeAll(packet);
  if (kind === 'audio') process.stdout.write('.'.repeat(frames.length));
  else await writeMarks(frames);
  for (const frame of frames) frame.free();
}

for await (using packet of source.packets()) {
  if (packet === null) break;
  if (packet.streamIndex === stream.index) await decode(packet);
}
