/**
 * The process that loads FFmpeg's libraries: decodes the first video and audio of argument 1, writes the strip of each
 * frame that holds its mark to standard output, and sends the number of decoded audio frames.
 */
import { AV_LOG_ERROR, Decoder, Demuxer, FilterAPI, Log, type Packet } from 'node-av';
import { markStrip } from './mark-strip.ts';

Log.setLevel(AV_LOG_ERROR);
const { x, y, width, height } = markStrip.box;
const crop = `crop=iw*${width}:ih*${height}:iw*${x}:ih*${y}`;
await using source = await Demuxer.open(process.argv[2] ?? '');
const [video, audio] = [source.video(), source.audio()];
if (video === undefined || audio === undefined) throw new Error('video or audio is missing');
using pictures = await Decoder.create(video);
using sound = await Decoder.create(audio);
using strip = FilterAPI.create(`${crop},scale=${markStrip.width}:1:flags=area,format=gray`);
let audioFrames = 0;

async function decodeVideo(packet: Packet): Promise<void> {
  for (const frame of await pictures.decodeAll(packet)) {
    for (const row of await strip.processAll(frame)) {
      process.stdout.write(Buffer.from(row.data?.[0]?.subarray(0, markStrip.width) ?? []));
      row.free();
    }
    frame.free();
  }
}

async function decodeAudio(packet: Packet): Promise<void> {
  for (const frame of await sound.decodeAll(packet)) {
    audioFrames += 1;
    frame.free();
  }
  process.send?.(audioFrames);
}

for await (using packet of source.packets()) {
  if (packet === null) break;
  if (packet.streamIndex === video.index) await decodeVideo(packet);
  if (packet.streamIndex === audio.index) await decodeAudio(packet);
}
process.disconnect();
