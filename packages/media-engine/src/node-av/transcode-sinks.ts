/** The muxers of a transcode plan: each gets copies of the packets of its streams. */
import { type Encoder, Muxer, type Packet } from 'node-av';
import type { TranscodeSink } from '../transcode/plan-sinks.ts';
import { inOwnFolder } from './give-up-root.ts';

interface Output {
  readonly muxer: Muxer;
  readonly index: number;
}

export interface Sinks {
  write(stream: string, packets: readonly Packet[]): Promise<void>;
  close(): Promise<void>;
}

async function openMuxer(sink: TranscodeSink): Promise<Muxer> {
  return await Muxer.open(inOwnFolder(`${sink.folder}/index.m3u8`), {
    format: 'hls',
    options: { ...sink.options },
    useSyncQueue: sink.streams.length > 1,
  });
}

export async function openSinks(
  planned: readonly TranscodeSink[],
  encoders: ReadonlyMap<string, Encoder>,
): Promise<Sinks> {
  const byStream = new Map<string, Output[]>();
  const muxers: Muxer[] = [];
  for (const sink of planned) {
    const muxer = await openMuxer(sink);
    muxers.push(muxer);
    for (const name of sink.streams) {
      const encoder = encoders.get(name);
      if (encoder === undefined) throw new Error(`no encoder ${name}`);
      const outputs = byStream.get(name) ?? [];
      outputs.push({ muxer, index: muxer.addStream(encoder) });
      byStream.set(name, outputs);
    }
  }
  return {
    write: async (stream, packets) => {
      for (const packet of packets) await writeEverywhere(byStream.get(stream) ?? [], packet);
    },
    close: async () => {
      const ends = await Promise.allSettled(muxers.map((muxer) => muxer.close()));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

async function writeEverywhere(outputs: readonly Output[], packet: Packet): Promise<void> {
  for (const { muxer, index } of outputs) {
    const copy = packet.clone(); // the muxer takes ownership of the packet
    if (copy === null) throw new Error('out of memory');
    await muxer.writePacket(copy, index);
    copy.free();
  }
  packet.free();
}
