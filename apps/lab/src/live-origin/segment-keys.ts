/** Keys of the encrypted variants (RFC 8216bis §5.2). Fixed on purpose: every lab uses the same keys. They protect nothing. */
import { createCipheriv, createHash } from 'node:crypto';
import { encryptSamples } from './sample-aes.ts';

export interface Encryption {
  readonly method: 'AES-128' | 'SAMPLE-AES';
  /** Segments under one key; 0 = one key for ever. */
  readonly rotateSegments: number;
  /** `implicit`: the media sequence number; `explicit`: written into the key's tag. */
  readonly iv: 'implicit' | 'explicit';
}

/** A key and its IV by file name: `enc`, `k7`, `k7x`; `s7` for samples. */
export interface SegmentKey {
  readonly method: Encryption['method'];
  /** Undefined: the one key for ever. */
  readonly id: number | undefined;
  readonly isExplicit: boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16);

export const keyBytes = (id: number | undefined) =>
  digest(id === undefined ? 'interlude lab' : `interlude lab ${id}`);

export function segmentKey(encryption: Encryption, segment: number): SegmentKey {
  const { method, rotateSegments, iv } = encryption;
  const id = rotateSegments === 0 ? undefined : Math.floor(segment / rotateSegments);
  return { method, id, isExplicit: iv === 'explicit' };
}

/** The part of an encrypted segment's file name between number and extension: method, key id, explicit IV. */
export function keyName({ method, id, isExplicit }: SegmentKey): string {
  const letter = method === 'AES-128' ? 'k' : 's';
  const isPlain = method === 'AES-128' && id === undefined;
  return `${isPlain ? 'enc' : letter + (id ?? '')}${isExplicit ? 'x' : ''}`;
}

/** The key of a file name's middle part; undefined when it names none. */
export function readKeyName(text: string): SegmentKey | undefined {
  const match = /^(enc|k|s)(\d{0,12})(x?)$/.exec(text);
  if (match === null) return undefined;
  return {
    method: match[1] === 's' ? 'SAMPLE-AES' : 'AES-128',
    id: match[2] === '' ? undefined : Number(match[2]),
    isExplicit: match[3] === 'x',
  };
}

/** The tag, for a playlist two folders below the keys. */
export function keyTag(key: SegmentKey): string {
  const uri = key.id === undefined ? '../../key' : `../../key/${key.id}`;
  const iv = key.isExplicit ? `,IV=0x${explicitIv(key).toString('hex').toUpperCase()}` : '';
  return `#EXT-X-KEY:METHOD=${key.method},URI="${uri}"${iv}`;
}

const explicitIv = (key: SegmentKey) => digest(`interlude lab iv ${key.id ?? ''}`);

export function encryptSegment(bytes: Buffer, mediaSequence: number, key: SegmentKey): Buffer {
  const implicit = Buffer.alloc(16);
  implicit.writeBigUInt64BE(BigInt(mediaSequence), 8);
  const iv = key.isExplicit ? explicitIv(key) : implicit;
  if (key.method === 'SAMPLE-AES') return encryptSamples(bytes, keyBytes(key.id), iv);
  const cipher = createCipheriv('aes-128-cbc', keyBytes(key.id), iv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
