/** CODECS strings (RFC 6381 §3.3) read from the encoded media, so that they say what was really encoded. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Container, segmentPath } from './encoded-media.ts';

/** AAC-LC. */
export const audioCodecs = 'mp4a.40.2';

export async function videoCodecs(
  folder: string,
  containers: readonly Container[],
  name: string,
): Promise<string> {
  if (containers.includes('cmaf')) {
    const init = await readFile(join(folder, 'cmaf', name, 'init.mp4'));
    // ISO/IEC 14496-15 §5.3.3.1: configurationVersion, then profile, compatibility, level
    const box = init.indexOf('avcC', 0, 'latin1');
    if (box >= 0) return codecsAt(init, box + 5);
  }
  if (containers.includes('ts')) {
    const segment = await readFile(join(folder, segmentPath('ts', name, 0)));
    const sps = segment.indexOf(Buffer.from([0, 0, 1, 0x67])); // NAL unit type 7 with nal_ref_idc 3
    if (sps >= 0) return codecsAt(segment, sps + 4);
  }
  return 'avc1.640028';
}

const codecsAt = (bytes: Buffer, offset: number) =>
  `avc1.${bytes.subarray(offset, offset + 3).toString('hex')}`;
