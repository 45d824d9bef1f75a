/** The first pass of the loudness: one audio track through the filter, which reports its figures when it is closed. */
import { Decoder, FilterAPI } from 'node-av';
import { openFile, UnreadableError } from './open-file.ts';

const BEAT_PACKETS = 500;

export async function measureAudio(
  file: string,
  index: number | undefined,
  chain: string,
  beat: () => void,
): Promise<void> {
  await using source = await openFile(file);
  const stream = index === undefined ? source.audio() : source.streams[index];
  if (stream === undefined) throw new UnreadableError('the file has no such audio stream');
  using decoder = await Decoder.create(stream, { exitOnError: false });
  using filter = FilterAPI.create(chain);
  let count = 0;
  for await (using packet of source.packets(stream.index)) {
    count += 1;
    if (count % BEAT_PACKETS === 0) beat();
    for (const frame of await decoder.decodeAll(packet)) {
      for (const heard of await filter.processAll(frame)) heard.free();
      frame.free();
    }
    if (packet === null) break;
  }
  await filter.flush();
  for await (const heard of filter.flushFrames()) heard.free();
}
