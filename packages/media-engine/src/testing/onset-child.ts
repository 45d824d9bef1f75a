/** Prints the seconds at which a stream gets bright or loud, by node-av; for tests on machines without an ffmpeg. */
import { Decoder, Demuxer, FilterAPI } from 'node-av';

const [, , file = '', kind = ''] = process.argv;
const isVideo = kind === 'video';
const source = await Demuxer.open(file);
const stream = isVideo ? source.video() : source.audio();
if (stream === undefined) throw new Error(`no ${kind}`);
const decoder = await Decoder.create(stream);
const format = isVideo ? 'scale=16:16,format=gray' : 'aformat=sample_fmts=s16:channel_layouts=mono';
const filter = FilterAPI.create(format);
for await (const packet of source.packets(stream.index)) {
  for (const decoded of await decoder.decodeAll(packet)) {
    for (const frame of await filter.processAll(decoded)) {
      const [plane = Buffer.alloc(0)] = frame.data ?? [];
      const length = isVideo ? 1 : frame.nbSamples;
      for (let index = 0; index < length; index += 1) {
        const value = isVideo ? plane.readUInt8(0) * 256 : Math.abs(plane.readInt16LE(index * 2));
        if (value < (isVideo ? 32_768 : 3_000)) continue;
        const start = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
        process.stdout.write(String(start + (isVideo ? 0 : index / frame.sampleRate)));
        process.exit(0);
      }
    }
  }
}
process.exit(1);
