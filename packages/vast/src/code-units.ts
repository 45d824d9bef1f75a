// Texts as arrays of numbers: `charCodeAt` has to inspect the engine's representation of the string at each character.

const encoder = new TextEncoder();
/** Longer texts than this, in code units, have arrays of their own, which are not kept. */
const maxKept = 65_536;
const keptBytes = new Uint8Array(maxKept);
const keptCodes = new Uint16Array(maxKept + 1);

export interface CodeUnits {
  /** Code units of the text, then a 0; the rest of the array is undefined. Valid until the next call. */
  readonly codes: Uint16Array;
  readonly isAscii: boolean;
}

/** UTF-16 code units of a text. */
export function codeUnitsOf(text: string): CodeUnits {
  const { length } = text;
  const isShort = length <= maxKept;
  const bytes = isShort ? keptBytes : new Uint8Array(length);
  const codes = isShort ? keptCodes : new Uint16Array(length + 1);
  // An ASCII text has as many UTF-8 bytes as code units; any other text stops early or has more bytes.
  const { read, written } = encoder.encodeInto(text, bytes);
  const isAscii = read === length && written === length;
  if (isAscii) codes.set(bytes.subarray(0, length));
  else for (let at = 0; at < length; at += 1) codes[at] = text.charCodeAt(at);
  codes[length] = 0;
  return { codes, isAscii };
}
