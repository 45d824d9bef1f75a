// What a server wrote, made fit for reports: terminals, CI logs and mails show it, and other people read it.

const MAX_TEXT = 400;
const MAX_URL = 2_000;

/** Controls (escape sequences of terminals, what XML forbids), formats (text that runs backwards), no characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}]/gu;

const CREDENTIALS = /(\/\/)[^/\s"'<>@]{1,200}@/g;
const SECRET_NAMES = 'token|key|sig|auth|policy|secret|pass|sid|session|jwt|hdn|credential|aws';
const SECRET_VALUES = new RegExp(
  `([?&;][\\w.~-]{0,40}(?:${SECRET_NAMES})[\\w.~-]{0,40}=)[^&\\s"'<>#]+`,
  'gi',
);
/** Sessions and signatures in a path; no name of a file, which has a dot. */
const SECRET_SEGMENTS = /\/[\w~-]{60,}(?=[/?#\s"'<>]|$)/g;

function masked(text: string): string {
  return text
    .replace(CREDENTIALS, '$1')
    .replace(SECRET_VALUES, '$1…')
    .replace(SECRET_SEGMENTS, (segment) => `${segment.slice(0, 9)}…`);
}

/** Credentials, tokens and sessions are cut out before the text is shortened, so that no half of one is left. */
export function safeText(text: string, maxLength = MAX_TEXT): string {
  const whole = masked(text.slice(0, 4 * maxLength));
  const short = whole.length > maxLength ? `${whole.slice(0, maxLength)}…` : whole;
  return short.toWellFormed().replace(UNPRINTABLE, '\u{FFFD}');
}

export function safeUrl(url: string): string {
  return safeText(url, MAX_URL);
}
