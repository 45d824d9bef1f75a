/** Follows a transcode plan: one demuxer, one decode of each stream, packets copied to every muxer. */
import { Demuxer, type Encoder, type Packet } from 'node-av';
import type { PlannedAudio, TranscodePlan } from '../transcode/transcode-plan.ts';
import { AudioPipe } from './audio-pipe.ts';
import { openFile, UnreadableError } from './open-file.ts';
import { openSinks, type Sinks } from './transcode-sinks.ts';
import { VideoPipe } from './video-pipe.ts';

interface Pipes {
  readonly video: VideoPipe | undefined;
  /** By the stream that they come of. */
  readonly audioTracks: ReadonlyMap<number, AudioPipe>;
  readonly silences: readonly Silence[];
}

/** Silence is a stream of its own, made as far as the frames have come. */
class Silence {
  readonly source: Demuxer;
  readonly pipe: AudioPipe;
  readonly #packets: AsyncGenerator<Packet | null>;
  #isOver = false;

  private constructor(source: Demuxer, pipe: AudioPipe) {
    this.source = source;
    this.pipe = pipe;
    this.#packets = source.packets();
  }

  static async open(audio: PlannedAudio): Promise<Silence> {
    const source = await Demuxer.open(audio.chain, { format: 'lavfi' });
    const [stream] = source.streams;
    if (stream === undefined) throw new Error('silence cannot be made');
    const chain = 'aformat=sample_fmts=fltp';
    return new Silence(source, await AudioPipe.open(stream, [{ ...audio, chain }]));
  }

  async advance(seconds: number, sinks: Sinks): Promise<void> {
    while (!this.#isOver && this.pipe.seconds < seconds) {
      const { value: packet = null } = await this.#packets.next();
      this.#isOver = packet === null;
      if (packet !== null) await this.pipe.take(packet, sinks);
      packet?.free();
    }
  }
}

async function openPipes(plan: TranscodePlan, source: Demuxer): Promise<Pipes> {
  const streamAt = (index: number) => {
    const stream = source.streams[index];
    if (stream === undefined) throw new UnreadableError(`there is no stream ${index} in the file`);
    return stream;
  };
  const { video } = plan;
  const audioTracks = new Map<number, AudioPipe>();
  const silences: Silence[] = [];
  for (const [index, own] of Map.groupBy(plan.audioTracks, ({ stream }) => stream)) {
    if (index !== undefined) audioTracks.set(index, await AudioPipe.open(streamAt(index), own));
    else for (const audio of own) silences.push(await Silence.open(audio));
  }
  const pipe = video && (await VideoPipe.open(plan, video, streamAt(video.stream)));
  return { video: pipe, audioTracks, silences };
}

function encodersOf({ video, audioTracks, silences }: Pipes): Map<string, Encoder> {
  return new Map([
    ...(video?.encoders ?? []),
    ...[...audioTracks.values(), ...silences.map(({ pipe }) => pipe)].flatMap(
      (one) => one.encoders,
    ),
  ]);
}

export async function transcodeFile(
  plan: TranscodePlan,
  onProgress: (percent: number) => void,
): Promise<void> {
  await using source = await openFile(plan.file);
  const pipes = await openPipes(plan, source);
  const sinks = await openSinks(plan.sinks, encodersOf(pipes));
  const [audioOnly] = pipes.audioTracks.values();
  const doneSeconds = () =>
    pipes.video === undefined
      ? (audioOnly?.seconds ?? 0)
      : (pipes.video.frames / plan.frames) * plan.seconds;
  for await (using packet of source.packets()) {
    if (packet === null) break;
    if (packet.streamIndex === plan.video?.stream) await pipes.video?.take(packet, sinks);
    else await pipes.audioTracks.get(packet.streamIndex)?.take(packet, sinks);
    for (const silence of pipes.silences) await silence.advance(doneSeconds(), sinks);
    onProgress((doneSeconds() * 100) / plan.seconds);
  }
  await pipes.video?.end(sinks);
  for (const audio of pipes.audioTracks.values()) await audio.end(sinks);
  for (const silence of pipes.silences) {
    await silence.advance(plan.seconds, sinks);
    await silence.pipe.end(sinks);
  }
  await sinks.close();
}
