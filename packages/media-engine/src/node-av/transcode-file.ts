/** Follows a transcode plan: one demuxer, one decode of each stream, packets copied to every muxer. */
import { Demuxer, type Encoder, type Packet } from 'node-av';
import type { PlannedSound, TranscodePlan } from '../transcode/transcode-plan.ts';
import { openFile, UnreadableError } from './open-file.ts';
import { PicturePipe } from './picture-pipe.ts';
import { SoundPipe } from './sound-pipe.ts';
import { openSinks, type Sinks } from './transcode-sinks.ts';

interface Pipes {
  readonly pictures: PicturePipe | undefined;
  /** By the stream that they come of. */
  readonly sounds: ReadonlyMap<number, SoundPipe>;
  readonly silences: readonly Silence[];
}

/** Silence is a stream of its own, made as far as the pictures have come. */
class Silence {
  readonly source: Demuxer;
  readonly pipe: SoundPipe;
  readonly #packets: AsyncGenerator<Packet | null>;
  #isOver = false;

  private constructor(source: Demuxer, pipe: SoundPipe) {
    this.source = source;
    this.pipe = pipe;
    this.#packets = source.packets();
  }

  static async open(sound: PlannedSound): Promise<Silence> {
    const source = await Demuxer.open(sound.chain, { format: 'lavfi' });
    const [stream] = source.streams;
    if (stream === undefined) throw new Error('silence cannot be made');
    const chain = 'aformat=sample_fmts=fltp';
    return new Silence(source, await SoundPipe.open(stream, [{ ...sound, chain }]));
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
  const { pictures } = plan;
  const sounds = new Map<number, SoundPipe>();
  const silences: Silence[] = [];
  for (const [index, own] of Map.groupBy(plan.sounds, ({ stream }) => stream)) {
    if (index !== undefined) sounds.set(index, await SoundPipe.open(streamAt(index), own));
    else for (const sound of own) silences.push(await Silence.open(sound));
  }
  const pipe = pictures && (await PicturePipe.open(plan, pictures, streamAt(pictures.stream)));
  return { pictures: pipe, sounds, silences };
}

function encodersOf({ pictures, sounds, silences }: Pipes): Map<string, Encoder> {
  return new Map([
    ...(pictures?.encoders ?? []),
    ...[...sounds.values(), ...silences.map(({ pipe }) => pipe)].flatMap((one) => one.encoders),
  ]);
}

export async function transcodeFile(
  plan: TranscodePlan,
  onProgress: (percent: number) => void,
): Promise<void> {
  await using source = await openFile(plan.file);
  const pipes = await openPipes(plan, source);
  const sinks = await openSinks(plan.sinks, encodersOf(pipes));
  const [onlySound] = pipes.sounds.values();
  const doneSeconds = () =>
    pipes.pictures === undefined
      ? (onlySound?.seconds ?? 0)
      : (pipes.pictures.frames / plan.frames) * plan.seconds;
  for await (using packet of source.packets()) {
    if (packet === null) break;
    if (packet.streamIndex === plan.pictures?.stream) await pipes.pictures?.take(packet, sinks);
    else await pipes.sounds.get(packet.streamIndex)?.take(packet, sinks);
    for (const silence of pipes.silences) await silence.advance(doneSeconds(), sinks);
    onProgress((doneSeconds() * 100) / plan.seconds);
  }
  await pipes.pictures?.end(sinks);
  for (const sound of pipes.sounds.values()) await sound.end(sinks);
  for (const silence of pipes.silences) {
    await silence.advance(plan.seconds, sinks);
    await silence.pipe.end(sinks);
  }
  await sinks.close();
}
