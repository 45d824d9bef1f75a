/** Objects of a stand-in, in memory, with range and conditional requests. */
export interface KeptObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Epoch ms. */
  readonly modifiedMs: number;
  /** In quotes. */
  readonly etag: string;
}

export type RangedBytes =
  | { readonly status: 200 | 206; readonly bytes: Buffer; readonly contentRange?: string }
  | { readonly status: 416; readonly contentRange: string };

/** One range of RFC 9110 §14; anything else gets the whole. */
export function rangedBytes({ bytes }: KeptObject, header: string | undefined): RangedBytes {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (match === null) return { status: 200, bytes };
  const start = Number(match[1]);
  const end = match[2] === '' ? bytes.length - 1 : Math.min(Number(match[2]), bytes.length - 1);
  const total = bytes.length;
  if (start >= total) return { status: 416, contentRange: `bytes */${total}` };
  const contentRange = `bytes ${start}-${end}/${total}`;
  return { status: 206, bytes: bytes.subarray(start, end + 1), contentRange };
}

/** Keys in the order of their bytes, after one of them. */
export function keysAfter(
  keys: Iterable<string>,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): string[] {
  return [...keys]
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort((a, b) => (a < b ? -1 : 1));
}
