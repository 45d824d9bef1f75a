/** The HTML of a mail for a frame of its own. */

/**
 * Stands before everything that a mail holds, so that nothing in it comes first: no script, nothing loaded, and links
 * that ask for a new window, which a sandbox does not open.
 */
const before =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'"><base target="_blank">';

export function framedMail(html: string): string {
  return `${before}${html}`;
}
