/** Text from others, in one line of a mail. */

/** Controls, line and paragraph separators, which would begin another line of the mail or another header. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Invisible characters that reverse the text's direction (UAX #9) or hide text. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A text in one line: no control, no line break, nothing invisible, whole surrogate pairs. */
export function lineOf(text: string): string {
  return text.toWellFormed().replace(breaks, ' ').replace(invisible, '').trim();
}

/** Characters of a name. */
const maxName = 100;

/**
 * A name that somebody chose, for mails to others. Its quotes are replaced, because the mail puts it in quotes, and its
 * `://` is split, so that no mail program makes a link of it.
 */
export function nameOf(text: string): string {
  const line = lineOf(text)
    .replace(/["“”„‟«»]/gu, "'")
    .replaceAll('://', ': //');
  return line.length > maxName ? `${line.slice(0, maxName - 1).toWellFormed()}…` : line;
}

/** Characters of a subject. */
const maxSubject = 150;

/** @see RFC 5322 §2.2: a header ends at a line break */
export function subjectOf(text: string): string {
  const line = lineOf(text);
  return line.length > maxSubject ? `${line.slice(0, maxSubject - 1).toWellFormed()}…` : line;
}

/** The address of a link, percent-encoded; empty unless it is one of http or https. */
export function linkOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : '';
}
