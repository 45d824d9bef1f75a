// Makes text of servers safe for reports: terminals, CI logs and mails show it, and other people read it.

const MAX_TEXT = 400;
const MAX_URL = 2_000;

/** Controls (terminal escapes, what XML forbids), formats (bidirectional overrides), unassigned and private use. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}]/gu;

const CREDENTIALS = /(\/\/)[^/\s"'<>@]{1,200}@/g;
const SECRET_NAMES = 'token|key|sig|auth|policy|secret|pass|sid|session|jwt|hdn|credential|aws';
const SECRET_VALUES = new RegExp(
  `([?&;][\\w.~-]{0,40}(?:${SECRET_NAMES})[\\w.~-]{0,40}=)[^&\\s"'<>#]+`,
  'gi',
);
/** Session ids and signatures in a path. File names, which have a dot, are kept, but not `<session id>.mpd`. */
const SECRET_SEGMENTS = /\/[\w~-]{60,}(?=(?:\.mpd)?(?:[/?#\s"'<>]|$))/g;

/** Query of the stitcher's ad segments: `m`, the media file in base64, and `s`, its signature; also as XML. */
const AD_MEDIA = /((?:^|[/"'>\s])ad\/[^\s"'<>?]{1,300}\?)m=[^&\s"'<>]*(&(?:amp;)?)s=[^\s"'<>&]*/gm;

/** Path of the stitcher's ad segments in DASH: after the placement, the creative in base64 with its signature. */
const AD_CREATIVE = /((?:^|[/"'>\s])ad\/[^\s"'<>?/]{1,300}\/)[\w~-]{8,}\.[\w~-]{20,}(?=\/)/gm;

function masked(text: string): string {
  return text
    .replace(CREDENTIALS, '$1')
    .replace(SECRET_VALUES, '$1…')
    .replace(AD_MEDIA, '$1m=…$2s=…')
    .replace(AD_CREATIVE, '$1…')
    .replace(SECRET_SEGMENTS, (segment) => `${segment.slice(0, 9)}…`);
}

/**
 * A whole manifest: credentials, tokens and sessions are cut out, nothing is shortened.
 * @see rule SEC-S26
 */
export function safeManifest(text: string): string {
  return masked(text);
}

/**
 * Credentials, tokens and sessions are cut out before the text is shortened, so that no half of one is left.
 * @see rule SEC-S26
 */
export function safeText(text: string, maxLength = MAX_TEXT): string {
  const whole = masked(text.slice(0, 4 * maxLength));
  const short = whole.length > maxLength ? `${whole.slice(0, maxLength)}…` : whole;
  return short.toWellFormed().replace(UNPRINTABLE, '\u{FFFD}');
}

/** As `safeText`, for an address. */
export function safeUrl(url: string): string {
  return safeText(url, MAX_URL);
}
