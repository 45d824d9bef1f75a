// Boxes of media segments for tests: in-band events (ISO/IEC 23009-1 §5.10.3.3), and any other (14496-12 §4.2).

/** One `emsg` box. */
interface TestEmsg {
  readonly version: number;
  readonly schemeIdUri: string;
  readonly timescale: number;
  /** Ticks: from the segment's start (version 0), or on the track's media time (version 1). */
  readonly time: number;
  readonly duration: number;
  readonly id: number;
  readonly data: Uint8Array;
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A box of any type. */
export function mediaBox(type: string, body: Uint8Array): Buffer {
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** An `emsg` box without a value. */
export function emsg({
  version,
  schemeIdUri,
  timescale,
  time,
  duration,
  id,
  data,
}: TestEmsg): Buffer {
  const texts = Buffer.from(`${schemeIdUri}\0\0`, 'latin1');
  const fields =
    version === 0
      ? [texts, words(timescale, time, duration, id)]
      : [words(timescale, Math.floor(time / 2 ** 32), time % 2 ** 32, duration, id), texts];
  return mediaBox('emsg', Buffer.concat([Buffer.from([version, 0, 0, 0]), ...fields, data]));
}
