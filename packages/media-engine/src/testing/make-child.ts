/** Makes a file with node-av of two generated streams; for tests on machines without an ffmpeg. */
import { Decoder, Demuxer, Encoder, FilterAPI, type Frame, Log, Muxer } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import type { MediaRecipe } from './make-media.ts';

const [, , text = '{}', file = ''] = process.argv;
const recipe = JSON.parse(text) as MediaRecipe;
Log.setLevel(AV_LOG_ERROR);

const muxer = await Muxer.open(file, {
  format: recipe.format,
  useSyncQueue: recipe.video !== undefined && recipe.audio !== undefined,
});

async function open(
  graph: string,
  codec: string,
  format: string,
  options: Readonly<Record<string, string>>,
) {
  const source = await Demuxer.open(graph, { format: 'lavfi' });
  const [stream] = source.streams;
  if (stream === undefined) throw new Error('no stream');
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create(format);
  const encoder = await Encoder.create(codec as never, {
    decoder,
    filter,
    // The generators give samples in the format of their last filter, which an encoder need not accept.
    autoResample: true,
    options: { ...options },
  });
  return { source, decoder, filter, encoder, index: muxer.addStream(encoder) };
}

type Input = Awaited<ReturnType<typeof open>>;
const inputs: Input[] = [];
if (recipe.video) {
  inputs.push(
    await open(
      recipe.video,
      recipe.videoCodec,
      `format=${recipe.pixelFormat}`,
      recipe.videoOptions,
    ),
  );
}
if (recipe.audio) inputs.push(await open(recipe.audio, recipe.audioCodec, 'anull', {}));

async function run({ source, decoder, filter, encoder, index }: Input) {
  const write = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, index);
      packet.free();
    }
    frame?.free();
  };
  for await (const packet of source.packets()) {
    for (const frame of await decoder.decodeAll(packet)) {
      for (const made of await filter.processAll(frame)) await write(made);
      frame.free();
    }
    if (packet === null) break;
    packet.free();
  }
  await filter.flush();
  for await (const made of filter.flushFrames()) await write(made);
  await write(null);
}

await Promise.all(inputs.map(run));
await muxer.close();
process.exit(0);
