/**
 * Whether a text is an absolute address of http or https.
 * @see CHE-013
 */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
