/** Video of a plan: decoded once, through one graph, into an encoder for each rendition. */
import {
  type Decoder,
  type Encoder,
  FFmpegError,
  FilterComplexAPI,
  type Frame,
  type Packet,
  type Stream,
} from 'node-av';
import { AVERROR_EOF } from 'node-av/constants';
import type { TranscodePlan } from '../transcode/transcode-plan.ts';
import { createEncoder } from './create-encoder.ts';
import { UnreadableError } from './open-file.ts';
import type { Sinks } from './transcode-sinks.ts';
import { videoDecoder } from './video-decoder.ts';

type VideoPlan = NonNullable<TranscodePlan['video']>;

/** Share of frames that cannot be decoded from which on a file is broken. */
const MAX_ERROR_RATE = 0.2;

export class VideoPipe {
  readonly #decoder: Decoder;
  readonly #graph: FilterComplexAPI;
  readonly #video: VideoPlan;
  readonly encoders = new Map<string, Encoder>();
  /** Frames that the first rendition's encoder was given. */
  frames = 0;
  #packets = 0;
  #decoded = 0;
  #isFull = false;

  private constructor(video: VideoPlan, decoder: Decoder, graph: FilterComplexAPI) {
    this.#video = video;
    this.#decoder = decoder;
    this.#graph = graph;
  }

  static async open(plan: TranscodePlan, video: VideoPlan, stream: Stream): Promise<VideoPipe> {
    const decoder = await videoDecoder(stream, 0);
    const graph = FilterComplexAPI.create(video.graph, {
      inputs: [{ label: 'in' }],
      outputs: video.renditions.map((_, index) => ({ label: `p${index}` })),
    });
    const pipe = new VideoPipe(video, decoder, graph);
    for (const { name, encoder, bitrate, options } of video.renditions) {
      const created = await createEncoder(encoder, {
        filter: graph,
        decoder,
        options,
        context: {
          bitRate: bitrate,
          rcMaxRate: Math.round(bitrate * 1.1),
          rcBufferSize: bitrate,
          gopSize: plan.segmentFrames,
          maxBFrames: 0,
          threadCount: 0,
        },
      });
      pipe.encoders.set(name, created);
    }
    return pipe;
  }

  async take(packet: Packet, sinks: Sinks): Promise<void> {
    this.#packets += 1;
    await this.#process(await this.#decoder.decodeAll(packet), sinks);
  }

  async end(sinks: Sinks): Promise<void> {
    await this.#process(await this.#decoder.decodeAll(null), sinks);
    if (this.#decoded < this.#packets * (1 - MAX_ERROR_RATE)) {
      throw new UnreadableError(
        `only ${this.#decoded} of ${this.#packets} video frames can be decoded`,
      );
    }
    await this.#graph.flush('in');
    await this.#pull(sinks);
    for (const [name, encoder] of this.encoders) {
      await sinks.write(name, await encoder.encodeAll(null));
    }
  }

  close(): void {
    this.#decoder.close();
    this.#graph.close();
    for (const encoder of this.encoders.values()) encoder.close();
  }

  async #process(frames: readonly Frame[], sinks: Sinks): Promise<void> {
    for (const frame of frames) {
      this.#decoded += 1;
      await this.#filter(frame);
      frame.free();
      await this.#pull(sinks);
    }
  }

  /** A graph that has all its frames ignores further ones. */
  async #filter(frame: Frame): Promise<void> {
    if (this.#isFull) return;
    try {
      await this.#graph.process('in', frame);
    } catch (error) {
      if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
      this.#isFull = true;
    }
  }

  // receive() calls on one graph share a scratch frame: never two at once. Encodes may overlap.
  async #pull(sinks: Sinks): Promise<void> {
    for (;;) {
      const running: Promise<void>[] = [];
      for (const [index, { name }] of this.#video.renditions.entries()) {
        const frame = await this.#graph.receive(`p${index}`);
        if (!frame || typeof frame === 'number') continue;
        if (index === 0) this.frames += 1;
        running.push(this.#encode(name, frame, sinks));
      }
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  async #encode(name: string, frame: Frame, sinks: Sinks): Promise<void> {
    const packets = await this.encoders.get(name)?.encodeAll(frame);
    frame.free();
    await sinks.write(name, packets ?? []);
  }
}
