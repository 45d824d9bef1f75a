/**
 * Packs a viewer's query into few bytes: deflated where that is shorter, its last entries dropped where it is too long.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { viewerQueryLimits } from '@interlude/ad-requests';

const kinds = { plain: 0, deflated: 1 } as const;
/** Shorter texts are not deflated, bytes: they would not become shorter. */
const worthDeflating = 64;

function pack(text: string): Buffer {
  const plain = Buffer.from(text, 'utf8');
  if (plain.length >= worthDeflating) {
    const deflated = deflateRawSync(plain, { level: 9 });
    if (deflated.length < plain.length) {
      return Buffer.concat([Buffer.of(kinds.deflated), deflated]);
    }
  }
  return plain.length === 0 ? plain : Buffer.concat([Buffer.of(kinds.plain), plain]);
}

/** Whole entries from the front, as many as fit into `maxBytes`. */
export function packQuery(query: URLSearchParams, maxBytes: number): Buffer {
  const whole = pack(query.toString());
  if (whole.length <= maxBytes) {
    return whole;
  }
  const entries = [...query];
  let fitting: Buffer = Buffer.alloc(0);
  let [low, high] = [0, entries.length - 1];
  while (low <= high) {
    const count = Math.ceil((low + high) / 2);
    const packed = pack(new URLSearchParams(entries.slice(0, count)).toString());
    if (packed.length <= maxBytes) {
      fitting = packed;
      low = count + 1;
    } else {
      high = count - 1;
    }
  }
  return fitting;
}

/** Only for bytes that `packQuery` made. */
export function unpackQuery(packed: Buffer): URLSearchParams {
  const content = packed.subarray(1);
  const plain =
    packed[0] === kinds.deflated
      ? inflateRawSync(content, { maxOutputLength: 4 * viewerQueryLimits.chars })
      : content;
  return new URLSearchParams(plain.toString('utf8'));
}
