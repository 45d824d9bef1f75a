/**
 * The forked process of the node-av engine: the only place that loads the addon. Reads frames and samples
 * from its pipes, encodes every rendition once and clones the packets to each sink. Ends by itself.
 */
import {
  Decoder,
  Demuxer,
  Encoder,
  FilterAPI,
  FilterComplexAPI,
  type Frame,
  getFFmpegInfo,
  Log,
  Muxer,
  type Packet,
} from 'node-av';
import { AV_LOG_ERROR, FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { AUDIO_NAME, type EncodePlan } from '../encode/encode-plan.ts';
import { giveUpRoot, inOwnFolder } from './give-up-root.ts';
import { AUDIO_DESCRIPTOR, isToChild, type ToParent } from './protocol.ts';

/** Raw input has a known format: no probing. */
const NO_PROBING = { probesize: 32, analyzeduration: 0 };

interface Sink {
  readonly muxer: Muxer;
  readonly index: number;
}

function send(message: ToParent): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}

async function openInputs(plan: EncodePlan) {
  const { width, height, frameRate, sampleRate } = plan.input;
  const videoTracks = await Demuxer.open('pipe:0', {
    format: 'rawvideo',
    options: {
      video_size: `${width}x${height}`,
      pixel_format: 'yuv420p',
      framerate: String(frameRate),
      ...NO_PROBING,
    },
  });
  const samples = await Demuxer.open(`pipe:${AUDIO_DESCRIPTOR}`, {
    format: 's16le',
    options: { sample_rate: sampleRate, ch_layout: 'stereo', ...NO_PROBING },
  });
  const video = videoTracks.video();
  const audio = samples.audio();
  if (video === undefined || audio === undefined) throw new Error('the pipes carry no streams');
  return { videoTracks, samples, video, audio };
}

async function openChain(
  plan: EncodePlan,
  input: Awaited<ReturnType<typeof openInputs>>,
  signal: AbortSignal,
) {
  const videoTracks = await Decoder.create(input.video, { signal });
  const samples = await Decoder.create(input.audio, { signal });
  const graph = FilterComplexAPI.create(scaleGraph(plan), {
    inputs: [{ label: 'in' }],
    outputs: plan.video.map((_, index) => ({ label: `o${index}` })),
    signal,
  });
  const format = FilterAPI.create('aformat=sample_fmts=fltp:channel_layouts=stereo', { signal });
  const encoders = new Map<string, Encoder>();
  for (const video of plan.video) {
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      filter: graph,
      decoder: videoTracks,
      bitrate: video.bitrateBps,
      maxRate: Math.round(video.bitrateBps * 1.1),
      bufSize: video.bitrateBps * 2,
      gopSize: plan.segmentFrames,
      maxBFrames: 0,
      signal,
      options: video.options,
    });
    encoders.set(video.name, encoder);
  }
  const audio = { filter: format, decoder: samples, bitrate: plan.audioBitrateBps, signal };
  encoders.set(AUDIO_NAME, await Encoder.create(FF_ENCODER_AAC, audio));
  return { videoTracks, samples, graph, format, encoders };
}

async function encode(plan: EncodePlan, signal: AbortSignal): Promise<void> {
  const input = await openInputs(plan);
  const chain = await openChain(plan, input, signal);
  const sinks = await openSinks(plan, chain.encoders);
  const encodeFrame = async (name: string, frame: Frame | null) => {
    const encoder = chain.encoders.get(name);
    if (encoder !== undefined)
      await write(sinks.byStream.get(name) ?? [], await encoder.encodeAll(frame));
    frame?.free();
  };
  // receive() calls on one graph share a scratch frame: never two at once. Encodes may overlap.
  const pull = async () => {
    for (;;) {
      const running: Promise<void>[] = [];
      for (const [index, video] of plan.video.entries()) {
        const frame = await chain.graph.receive(`o${index}`);
        if (frame && typeof frame !== 'number') running.push(encodeFrame(video.name, frame));
      }
      if (running.length === 0) return;
      await Promise.all(running);
    }
  };
  const videoTracks = async () => {
    await decode(input.videoTracks, input.video.index, chain.videoTracks, async (frame) => {
      signal.throwIfAborted();
      await chain.graph.process('in', frame);
      await pull();
    });
    await chain.graph.flush('in');
    await pull();
    for (const video of plan.video) await encodeFrame(video.name, null);
  };
  const samples = async () => {
    await decode(input.samples, input.audio.index, chain.samples, async (frame) => {
      signal.throwIfAborted();
      for (const each of await chain.format.processAll(frame)) await encodeFrame(AUDIO_NAME, each);
    });
    await chain.format.flush();
    for await (const frame of chain.format.flushFrames()) await encodeFrame(AUDIO_NAME, frame);
    await encodeFrame(AUDIO_NAME, null);
  };
  try {
    await Promise.all([videoTracks(), samples()]);
  } finally {
    await Promise.allSettled(sinks.muxers.map((muxer) => muxer.close()));
  }
}

async function decode(
  source: Demuxer,
  stream: number,
  decoder: Decoder,
  take: (frame: Frame) => Promise<void>,
): Promise<void> {
  const takeAll = async (frames: readonly Frame[]) => {
    for (const frame of frames) {
      await take(frame);
      frame.free();
    }
  };
  for await (const packet of source.packets(stream)) {
    if (packet === null) continue;
    await takeAll(await decoder.decodeAll(packet));
    packet.free();
  }
  await takeAll(await decoder.decodeAll(null));
}

async function write(sinks: readonly Sink[], packets: readonly Packet[]): Promise<void> {
  for (const packet of packets) {
    for (const { muxer, index } of sinks) {
      const copy = packet.clone(); // the muxer takes ownership of the packet
      if (copy === null) throw new Error('out of memory');
      await muxer.writePacket(copy, index);
      copy.free();
    }
    packet.free();
  }
}

function scaleGraph(plan: EncodePlan): string {
  const splits = plan.video.map((_, index) => `[s${index}]`).join('');
  const scalers = plan.video.map(
    (video, index) => `[s${index}]scale=${video.width}:${video.height},setsar=1[o${index}]`,
  );
  return [`[in]split=${plan.video.length}${splits}`, ...scalers].join(';');
}

async function openSinks(plan: EncodePlan, encoders: ReadonlyMap<string, Encoder>) {
  const byStream = new Map<string, Sink[]>();
  const muxers: Muxer[] = [];
  for (const sink of plan.sinks) {
    const muxer = await Muxer.open(inOwnFolder(sink.file), {
      format: sink.format,
      options: { ...sink.options },
      useSyncQueue: sink.streams.length > 1,
    });
    muxers.push(muxer);
    for (const name of sink.streams) {
      const encoder = encoders.get(name);
      if (encoder === undefined) throw new Error(`no encoder ${name}`);
      const list = byStream.get(name) ?? [];
      list.push({ muxer, index: muxer.addStream(encoder) });
      byStream.set(name, list);
    }
  }
  return { byStream, muxers };
}

const abort = new AbortController();

async function run(plan: EncodePlan): Promise<void> {
  try {
    await encode(plan, abort.signal);
    await send({ type: 'done' });
  } catch (error) {
    await send({ type: 'error', message: error instanceof Error ? error.message : String(error) });
  }
  // A blocked read of a pipe would keep the process alive after an error.
  process.exit(0);
}

process.on('message', (message) => {
  if (!isToChild(message)) return;
  if (message.type === 'abort') abort.abort();
  else void run(message.plan);
});
process.on('disconnect', () => process.exit(1)); // the parent has ended: no process waits for the result
Log.setLevel(AV_LOG_ERROR);
giveUpRoot();
await send({ type: 'ready', version: getFFmpegInfo().version });
