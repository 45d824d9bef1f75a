const ZERO = 48;
const DOT = 46;
/** Mantissas of up to 15 digits are exact in a double, and so is a power of ten up to 10^15. */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);

/**
 * Reads a plain decimal number at a place of a larger text without cutting it out. One division of two
 * exact numbers is rounded as `parseFloat` rounds, so both give the same value.
 */
export class DecimalReader {
  /** Position behind the number last read. */
  end = 0;

  /** The number at `at`, or NaN when it is no plain decimal of at most 15 digits. */
  read(text: string, at: number): number {
    let mantissa = 0;
    let digits = 0;
    let dotAt = -1;
    let position = at;
    for (; ; position++) {
      const code = text.charCodeAt(position);
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits++;
      } else if (code === DOT && dotAt < 0) {
        dotAt = position;
      } else {
        break;
      }
      if (digits > MAX_DIGITS) return Number.NaN;
    }
    this.end = position;
    if (digits === 0) return Number.NaN;
    if (dotAt < 0) return mantissa;
    return mantissa / (POWERS_OF_TEN[position - dotAt - 1] ?? Number.NaN);
  }
}
