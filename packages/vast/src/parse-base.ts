/** `true`/`1` and `false`/`0` in any case; undefined for anything else. */
export function parseFlag(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}
