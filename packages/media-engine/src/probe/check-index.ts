/**
 * Reads the H.264 declarations of an MP4 or QuickTime file before an engine opens it, as opening already decodes
 * frames. Files of other containers, and declarations that this parser does not reach, are judged by the headers that
 * the engine reads.
 */
import type { FileHandle } from 'node:fs/promises';
import { decodeLimits } from '../decode-limits.ts';
import { parameterSetProblem } from './declared-stream.ts';
import { setsOfRecord } from './h264-parameters.ts';

const HEADER_BYTES = 16;
/** Boxes of the file that are looked at: a fragmented one has its index in front. */
const MAX_BOXES = 1_000;
const configuration = Buffer.from('avcC', 'latin1');
/** A compressed index (QuickTime File Format), which engines unpack. */
const compressed = Buffer.from('cmov', 'latin1');

interface Index {
  readonly offset: number;
  readonly bytes: number;
}

/** Undefined where there is none; `lost` behind more boxes than are looked at. */
async function findIndex(file: FileHandle, fileBytes: number): Promise<Index | undefined | 'lost'> {
  const header = Buffer.alloc(HEADER_BYTES);
  let at = 0;
  for (let boxes = 0; at + 8 <= fileBytes; boxes += 1) {
    if (boxes === MAX_BOXES) return 'lost';
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, at);
    if (bytesRead < 8) return undefined;
    const short = header.readUInt32BE(0);
    const long = short === 1 && bytesRead === HEADER_BYTES ? Number(header.readBigUInt64BE(8)) : 0;
    const size = long || short || fileBytes - at;
    if (size < 8) return undefined;
    if (header.toString('latin1', 4, 8) === 'moov') {
      return { offset: at, bytes: Math.min(size, fileBytes - at) };
    }
    at += size;
  }
  return undefined;
}

function problemIn(index: Buffer): string | undefined {
  for (let at = index.indexOf(configuration); at >= 0; at = index.indexOf(configuration, at + 4)) {
    for (const unit of setsOfRecord(index.subarray(at + configuration.length))) {
      const problem = parameterSetProblem(unit);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Why the file is not opened; undefined = its declarations are within the limits. */
export async function indexProblem(
  file: FileHandle,
  fileBytes: number,
): Promise<string | undefined> {
  const index = await findIndex(file, fileBytes);
  if (index === undefined) return undefined;
  if (index === 'lost') return `its index lies behind ${MAX_BOXES} boxes`;
  if (index.bytes > decodeLimits.indexBytes) return 'its index is larger than 64 MiB';
  const bytes = Buffer.alloc(index.bytes);
  const { bytesRead } = await file.read(bytes, 0, index.bytes, index.offset);
  const read = bytes.subarray(0, bytesRead);
  return read.includes(compressed) ? 'its index is compressed' : problemIn(read);
}
