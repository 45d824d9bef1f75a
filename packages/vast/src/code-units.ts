// Texts as arrays of numbers: `charCodeAt` asks at each character how the engine keeps the string.

const encoder = new TextEncoder();
/** Longer texts than this, in code units, have arrays of their own, which are not kept. */
const maxKept = 65_536;
const keptBytes = new Uint8Array(maxKept);
const keptCodes = new Uint16Array(maxKept + 1);

export interface CodeUnits {
  /** Of the text, and a 0 behind them; what comes then is of no text. Valid until the next call. */
  readonly codes: Uint16Array;
  readonly isAscii: boolean;
}

/** UTF-16 code units of a text. */
export function codeUnitsOf(text: string): CodeUnits {
  const { length } = text;
  const isShort = length <= maxKept;
  const bytes = isShort ? keptBytes : new Uint8Array(length);
  const codes = isShort ? keptCodes : new Uint16Array(length + 1);
  // In UTF-8 a text of ASCII has as many bytes as code units; another one ends early, or takes more.
  const { read, written } = encoder.encodeInto(text, bytes);
  const isAscii = read === length && written === length;
  if (isAscii) codes.set(bytes.subarray(0, length));
  else for (let at = 0; at < length; at += 1) codes[at] = text.charCodeAt(at);
  codes[length] = 0;
  return { codes, isAscii };
}
