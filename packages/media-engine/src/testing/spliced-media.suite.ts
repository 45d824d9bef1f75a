/** Media beside a splice for tests, and the reader that decodes them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { isUnread, type SideReading } from '../splice/splice-media.ts';
import {
  chooseSpliceReader,
  type SpliceReader,
  type SpliceSideBytes,
} from '../splice/splice-reader.ts';
import { type MediaRecipe, makeMedia, movingVideo, tone } from './make-media.ts';

export const healthy = { video: movingVideo(3), audio: tone(3) };

/** A folder and a reader for the tests of a file. */
export function testWithReader() {
  let folder = '';
  let reader: SpliceReader | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spliced-media-'));
    reader = await chooseSpliceReader(undefined);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    pathOf: (name: string) => join(folder, name),
    reader: (): SpliceReader => {
      if (reader === undefined) throw new Error('there is no reader yet');
      return reader;
    },
    made: async (name: string, changes: Partial<MediaRecipe>): Promise<Buffer> => {
      const file = await makeMedia(join(folder, `${name}.ts`), { format: 'mpegts', ...changes });
      return readFile(file);
    },
  };
}

export const multiplexed = (
  bytes: Buffer,
  end: SpliceSideBytes['end'] = 'first',
): SpliceSideBytes => ({ video: bytes, audio: bytes, end });

/** The reading of a side. @throws {Error} with its problem when it could not be read */
export function readOf(side: unknown): SideReading {
  const found = side as SideReading;
  if (isUnread(found)) throw new Error(found.problem);
  return found;
}

const packetBytes = 188;
const ticksASecond = 90_000;

/** Where the payload of a packet of MPEG-TS begins that begins a PES packet of sound (ISO/IEC 13818-1 §2.4.3). */
function soundAt(bytes: Buffer, packet: number): number | undefined {
  const beginsUnit = ((bytes[packet + 1] ?? 0) & 0x40) !== 0;
  const hasAdaptation = ((bytes[packet + 3] ?? 0) & 0x20) !== 0;
  const at = packet + 4 + (hasAdaptation ? 1 + (bytes[packet + 4] ?? 0) : 0);
  if (!beginsUnit || at + 14 > packet + packetBytes) return undefined;
  const isSound = bytes.readUIntBE(at, 3) === 1 && ((bytes[at + 3] ?? 0) & 0xe0) === 0xc0;
  return isSound && ((bytes[at + 7] ?? 0) & 0x80) !== 0 ? at : undefined;
}

/** The same MPEG-TS with the presentation times of its sound later by these seconds. */
export function withLaterSound(media: Buffer, seconds: number): Buffer {
  const bytes = Buffer.from(media);
  for (let packet = 0; packet < bytes.length; packet += packetBytes) {
    const at = soundAt(bytes, packet);
    if (at === undefined) continue;
    const high = ((bytes[at + 9] ?? 0) >> 1) & 7;
    const ticks =
      high * 2 ** 30 +
      (bytes.readUInt16BE(at + 10) >> 1) * 2 ** 15 +
      (bytes.readUInt16BE(at + 12) >> 1) +
      Math.round(seconds * ticksASecond);
    const part = (shift: number, mask: number) => Math.floor(ticks / 2 ** shift) & mask;
    bytes[at + 9] = ((bytes[at + 9] ?? 0) & 0xf1) | (part(30, 7) << 1);
    bytes.writeUInt16BE((part(15, 0x7fff) << 1) | 1, at + 10);
    bytes.writeUInt16BE((part(0, 0x7fff) << 1) | 1, at + 12);
  }
  return bytes;
}
