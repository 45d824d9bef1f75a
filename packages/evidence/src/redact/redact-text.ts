/**
 * Redacts the texts of a pack once more before it leaves the platform, whatever masked them before: credentials,
 * tokens, cookies, signatures and addresses of viewers, in the spellings in which they occur.
 * @see rule SEC-S93
 */
import { safeManifest } from '@interlude/audit';

const hidden = '…';
const names =
  'token|tkn|key|sig|auth|policy|secret|pass|pwd|sid|session|jwt|hdn|hmac|hash|md5|digest|ticket|credential|aws|cookie|acl';
/** Names of parameters that identify a viewer, matched as whole names. */
const viewer =
  'ip|ua|uip|xff|ifa|idfa|idfv|gaid|aaid|maid|rdid|tifa|ppid|puid|did|hem|dnt_id|uid|user|userid|deviceid|device_id|email|msisdn|lat|lon|gdpr_consent|addtl_consent';

const queryValues = new RegExp(
  `([?&;](?:amp;)?(?:[\\w.~-]{0,40}(?:${names})[\\w.~-]{0,40}|(?:${viewer}))=)[^&\\s"'<>#]+`,
  'gi',
);
/** A member of JSON in a text, whose quotes may be escaped; of names that are surely secret. */
const jsonValues =
  /(["'][\w-]{0,40}(?:token|secret|passw|api_?key|authorization|jwt|signature|session_?id|credential)[\w-]{0,40}\\?["']\s{0,9}:\s{0,9}\\?["'])[^"'\\]+/gi;
/** An address within an address. */
const escapedValues = new RegExp(
  `(%(?:25)?(?:3f|26|3b)(?:[\\w.~-]{0,40}(?:${names})[\\w.~-]{0,40}|(?:${viewer}))%(?:25)?3d)[^&\\s"'<>%#]+`,
  'gi',
);
const escapedUserInfo = /(%(?:25)?2f%(?:25)?2f)[^\s"'<>&]{1,200}?(?:%(?:25)?40)/gi;
/** `/hdntl=exp=1~acl=*~hmac=ab/`, `;jwt=…` */
const pathValues = new RegExp(`([/;~][\\w.-]{0,40}(?:${names})[\\w.-]{0,40}=)[^/\\s"'<>?&]+`, 'gi');
const headers =
  /((?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-forwarded-for|x-real-ip)(["']?\s*[:=]\s*["']?)[^"'\n<>]+/gi;
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
/** Begins where a word begins, so that a long word is looked through once. */
const jsonWebToken = /(?<=^|[^\w-]|%[0-9a-f]{2})eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?/gim;
/** An address of a network as the value of a parameter; hosts are no values. */
const addressValue =
  /(=|%3d)(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::|%3a)(?:[0-9a-f]{0,4}(?::|%3a)){1,6}[0-9a-f]{1,4})(?![\w.])/gi;

/** @returns the text without secrets and values of viewers; redacting it again changes nothing */
export function redactText(text: string): string {
  return safeManifest(text)
    .replace(queryValues, `$1${hidden}`)
    .replace(jsonValues, `$1${hidden}`)
    .replace(escapedValues, `$1${hidden}`)
    .replace(escapedUserInfo, '$1')
    .replace(pathValues, `$1${hidden}`)
    .replace(headers, `$1$2${hidden}`)
    .replace(bearer, `$1 ${hidden}`)
    .replace(jsonWebToken, hidden)
    .replace(addressValue, `$1${hidden}`);
}

/** Redacts all strings of a value, but not the names of its fields. */
export function redactValue<Value>(value: Value, redact: (text: string) => string): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, walk(one)]));
  };
  return walk(value) as Value;
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/**
 * Characters of the base64 of a longer text that depend on the secret alone, for each alignment of the secret in it.
 */
function base64Cores(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    // Characters at both ends depend on what stands around them.
    const whole = base64Of(padded).replace(/=+$/, '');
    const from = offset === 0 ? 0 : offset + 1;
    const isEven = (offset + bytes.length) % 3 === 0;
    return whole.slice(from, isEven ? undefined : -1);
  });
}

const shortestEncoded = 6;

/**
 * Spellings of secrets beyond those that a mask knows: base64, base64url and hex.
 * @returns the secrets and these
 */
export function encodedSpellings(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    if (secret.length < shortestEncoded) return [secret];
    const cores = base64Cores(secret);
    const hex = [...new TextEncoder().encode(secret)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    const url = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
    return [secret, ...cores, ...url, hex, hex.toUpperCase()];
  });
}
