/** Decodes every stream of a file with node-av and prints the warnings of the decoder; for tests only. */
import { Decoder, Demuxer, Log } from 'node-av';
import { AV_LOG_WARNING } from 'node-av/constants';

const [, , file = ''] = process.argv;
Log.setLevel(AV_LOG_WARNING);
const source = await Demuxer.open(file);
const decoders = new Map<number, Decoder>();
for (const stream of source.streams) decoders.set(stream.index, await Decoder.create(stream));
let frames = 0;
for await (const packet of source.packets()) {
  if (packet === null) continue;
  const decoded = (await decoders.get(packet.streamIndex)?.decodeAll(packet)) ?? [];
  frames += decoded.length;
  for (const frame of decoded) frame.free();
  packet.free();
}
process.stdout.write(`${frames}\n`);
process.exit(0);
