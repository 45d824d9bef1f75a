/**
 * CODECS strings (RFC 6381 §3.3), read from the encoded media and not from the plan, so that they name what was
 * encoded.
 */
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

/** Of the video in an initialisation section or a transport stream; undefined when there is none. */
export function videoCodecsIn(bytes: Buffer, container: Container): string | undefined {
  if (container === 'ts') {
    const sps = bytes.indexOf(Buffer.from([0, 0, 1, 0x67]));
    return sps < 0 ? undefined : codecsAt(bytes, sps + 4);
  }
  const avc = bytes.indexOf('avcC', 0, 'latin1');
  if (avc >= 0) return codecsAt(bytes, avc + 5);
  const hevc = bytes.indexOf('hvcC', 0, 'latin1');
  return hevc < 0 ? undefined : hevcCodecs(bytes.subarray(hevc + 4));
}

/** ISO/IEC 14496-15 §E.3 from an HEVCDecoderConfigurationRecord. */
function hevcCodecs(record: Buffer): string {
  const profile = (record[1] ?? 0) & 0x1f;
  const tier = ((record[1] ?? 0) & 0x20) === 0 ? 'L' : 'H';
  const compatible = record.readUInt32BE(2).toString(2).padStart(32, '0');
  const turned = Number.parseInt([...compatible].reverse().join(''), 2);
  const constraints = [...record.subarray(6, 12)];
  while (constraints.length > 1 && constraints.at(-1) === 0) constraints.pop();
  const flags = constraints.map((byte) => byte.toString(16)).join('.');
  return `hvc1.${profile}.${turned.toString(16)}.${tier}${record[12] ?? 0}.${flags}`;
}
