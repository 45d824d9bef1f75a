/** The audio tracks of a plan that come of one stream: decoded once, a chain and an encoder for each of them. */
import {
  Decoder,
  type Encoder,
  FFmpegError,
  FilterAPI,
  type Frame,
  type Packet,
  type Stream,
} from 'node-av';
import { AVERROR_EOF } from 'node-av/constants';
import type { PlannedAudio } from '../transcode/transcode-plan.ts';
import { createEncoder } from './create-encoder.ts';
import type { Sinks } from './transcode-sinks.ts';

interface Branch {
  readonly name: string;
  readonly chain: FilterAPI;
  readonly encoder: Encoder;
  isFull: boolean;
  /** Ticks that move the first packet to zero: the chain leaves room for the priming samples of the encoder. */
  shift: bigint | undefined;
}

export class AudioPipe {
  readonly #decoder: Decoder;
  readonly #branches: readonly Branch[];
  /** Seconds of decoded audio so far, on the stream's own clock. */
  seconds = 0;

  private constructor(decoder: Decoder, branches: readonly Branch[]) {
    this.#decoder = decoder;
    this.#branches = branches;
  }

  static async open(stream: Stream, audioTracks: readonly PlannedAudio[]): Promise<AudioPipe> {
    const decoder = await Decoder.create(stream, { exitOnError: false });
    const branches: Branch[] = [];
    for (const { name, encoder, bitrate, chain } of audioTracks) {
      const filter = FilterAPI.create(chain);
      const created = await createEncoder(encoder, {
        filter,
        decoder,
        context: { bitRate: bitrate },
      });
      branches.push({ name, chain: filter, encoder: created, isFull: false, shift: undefined });
    }
    return new AudioPipe(decoder, branches);
  }

  get encoders(): (readonly [string, Encoder])[] {
    return this.#branches.map(({ name, encoder }) => [name, encoder]);
  }

  async take(packet: Packet, sinks: Sinks): Promise<void> {
    const { num, den } = packet.timeBase;
    this.seconds = (Number(packet.dts) * num) / den;
    await this.#process(await this.#decoder.decodeAll(packet), sinks);
  }

  async end(sinks: Sinks): Promise<void> {
    await this.#process(await this.#decoder.decodeAll(null), sinks);
    for (const branch of this.#branches) {
      await branch.chain.flush();
      for await (const frame of branch.chain.flushFrames()) await encode(branch, frame, sinks);
      await write(branch, await branch.encoder.encodeAll(null), sinks);
    }
  }

  close(): void {
    this.#decoder.close();
    for (const { chain, encoder } of this.#branches) {
      chain.close();
      encoder.close();
    }
  }

  async #process(frames: readonly Frame[], sinks: Sinks): Promise<void> {
    for (const frame of frames) {
      for (const branch of this.#branches) await pass(branch, frame, sinks);
      frame.free();
    }
  }
}

/** Passes a frame through a chain and on to its encoder; a chain that has all its samples ignores further frames. */
async function pass(branch: Branch, frame: Frame, sinks: Sinks): Promise<void> {
  if (branch.isFull) return;
  // A chain changes the timestamps of its frames, so each chain gets a copy.
  using own = frame.clone();
  if (own === null) throw new Error('out of memory');
  try {
    for (const heard of await branch.chain.processAll(own)) await encode(branch, heard, sinks);
  } catch (error) {
    if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
    branch.isFull = true;
  }
}

async function encode(branch: Branch, frame: Frame, sinks: Sinks): Promise<void> {
  const packets = await branch.encoder.encodeAll(frame);
  frame.free();
  await write(branch, packets, sinks);
}

async function write(branch: Branch, packets: readonly Packet[], sinks: Sinks): Promise<void> {
  for (const packet of packets) {
    branch.shift ??= -packet.pts;
    packet.pts += branch.shift;
    packet.dts += branch.shift;
  }
  await sinks.write(branch.name, packets);
}
