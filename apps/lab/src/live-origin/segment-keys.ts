/** Keys of the encrypted variants (RFC 8216bis §5.2). Fixed on purpose: every lab encrypts alike. They protect nothing. */
import { createCipheriv, createHash } from 'node:crypto';

export interface Encryption {
  /** Segments under one key; 0 = one key for ever. */
  readonly rotateSegments: number;
  /** `implicit`: the media sequence number; `explicit`: written into the key's tag. */
  readonly iv: 'implicit' | 'explicit';
}

/** A key and its IV as a file name tells them: `enc`, `k7`, `k7x`. */
export interface SegmentKey {
  /** Undefined: the one key for ever. */
  readonly id: number | undefined;
  readonly isExplicit: boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16);

export const keyBytes = (id: number | undefined) =>
  digest(id === undefined ? 'interlude lab' : `interlude lab ${id}`);

export function segmentKey(encryption: Encryption, segment: number): SegmentKey {
  const { rotateSegments, iv } = encryption;
  const id = rotateSegments === 0 ? undefined : Math.floor(segment / rotateSegments);
  return { id, isExplicit: iv === 'explicit' };
}

/** What a file's name carries between number and extension. */
export const keyName = ({ id, isExplicit }: SegmentKey) =>
  `${id === undefined ? 'enc' : `k${id}`}${isExplicit ? 'x' : ''}`;

/** The key of a file name's middle part; undefined when it names none. */
export function readKeyName(text: string): SegmentKey | undefined {
  const match = /^(?:enc|k(\d{1,12}))(x?)$/.exec(text);
  if (match === null) return undefined;
  return {
    id: match[1] === undefined ? undefined : Number(match[1]),
    isExplicit: match[2] === 'x',
  };
}

/** The tag, for a playlist two folders below the keys. */
export function keyTag(key: SegmentKey): string {
  const uri = key.id === undefined ? '../../key' : `../../key/${key.id}`;
  const iv = key.isExplicit ? `,IV=0x${explicitIv(key).toString('hex').toUpperCase()}` : '';
  return `#EXT-X-KEY:METHOD=AES-128,URI="${uri}"${iv}`;
}

const explicitIv = (key: SegmentKey) => digest(`interlude lab iv ${key.id ?? ''}`);

export function encryptSegment(bytes: Buffer, mediaSequence: number, key: SegmentKey): Buffer {
  const implicit = Buffer.alloc(16);
  implicit.writeBigUInt64BE(BigInt(mediaSequence), 8);
  const iv = key.isExplicit ? explicitIv(key) : implicit;
  const cipher = createCipheriv('aes-128-cbc', keyBytes(key.id), iv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
