/**
 * Restricts the addresses of an ad that a client may open. An ad server writes them, and a page that opens a
 * click-through runs the script of a `javascript:` address.
 */

/** A browser drops control characters and spaces before it looks for the scheme (WHATWG URL, basic parser). */
const schemeOf = (text: string) =>
  /^([a-z][a-z0-9+.-]*):/.exec(text.replace(/[\p{Cc}\s]+/gu, '').toLowerCase())?.[1];

const scripts: ReadonlySet<string | undefined> = new Set(['javascript', 'vbscript']);

/**
 * @returns the address of a click-through; undefined unless it is one of http or https
 * @see rule SEC-S9
 */
export function clickThroughOf(address: string | undefined): string | undefined {
  const scheme = schemeOf(address ?? '');
  return scheme === 'http' || scheme === 'https' ? address : undefined;
}

/** Text of an element that is passed on as it came (icons, companions); an address that is a script becomes none. */
export function withoutScript(text: string): string {
  return scripts.has(schemeOf(text)) ? '' : text;
}
