/**
 * How a process ended, as the end of a sentence that begins with its role.
 * @param errorText the end of its error output
 */
export function describeEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  errorText: string,
): string {
  // V8 prints this and aborts
  if (/heap out of memory|Reached heap limit/.test(errorText)) {
    return 'needed more memory than it may take';
  }
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}
