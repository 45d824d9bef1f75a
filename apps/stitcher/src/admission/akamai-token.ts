/**
 * Tokens in the form that Akamai's edges made common: `st=…~exp=…~acl=/hls/*~data=…~hmac=…`, fields in any
 * order, `hmac` last and over everything before it. Without `acl` the token is for one address, which is part
 * of what is signed (`~url=…`) but not of the token.
 */
import { matchesAcl } from './acl.ts';
import {
  isSigned,
  type TokenProblem,
  type TokenRules,
  timeProblem,
  type Validity,
} from './token-rules.ts';

const maxTokenChars = 2_000;
const wholeNumber = /^\d{1,12}$/;

interface AkamaiToken {
  /** Everything before `~hmac=`. */
  readonly signed: string;
  readonly hmac: string;
  readonly fields: ReadonlyMap<string, string>;
}

function parse(text: string): AkamaiToken | undefined {
  const at = text.lastIndexOf('~hmac=');
  if (text.length > maxTokenChars || at < 0) {
    return undefined;
  }
  const signed = text.slice(0, at);
  const fields = new Map<string, string>();
  for (const part of signed.split('~')) {
    const name = part.split('=', 1)[0] ?? '';
    // A repeated field could be read in one way here and in another by a CDN.
    if (name === '' || fields.has(name) || !part.includes('=')) {
      return undefined;
    }
    fields.set(name, part.slice(name.length + 1));
  }
  return { signed, hmac: text.slice(at + '~hmac='.length), fields };
}

function time(text: string | undefined): number | undefined {
  return text !== undefined && wholeNumber.test(text) ? Number(text) : undefined;
}

/** Escapes an address as Akamai's token generator does: lower-case hex. */
const escaped = (path: string) =>
  encodeURIComponent(path).replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());

function isSignedFor({ signed, hmac, fields }: AkamaiToken, rules: TokenRules): boolean {
  const texts = fields.has('acl')
    ? [signed]
    : [`${signed}~url=${rules.path}`, `${signed}~url=${escaped(rules.path)}`];
  return isSigned(texts, hmac, rules);
}

export function akamaiTokenProblem(text: string, rules: TokenRules): TokenProblem | undefined {
  const token = parse(text);
  if (!token) {
    return 'cannot be read';
  }
  if (!isSignedFor(token, rules)) {
    return 'is wrong';
  }
  const { fields } = token;
  const acl = fields.get('acl');
  if (acl !== undefined && !matchesAcl(acl, rules.path)) {
    return 'is for other addresses';
  }
  if (fields.has('ip') && fields.get('ip') !== rules.ip) {
    return 'is for another viewer';
  }
  const validity = validityOf(fields, rules);
  return validity ? timeProblem(validity, rules) : 'cannot be read';
}

/** Without `exp` the token ends one window of the channel after `st`; undefined when its times cannot be read. */
function validityOf(fields: ReadonlyMap<string, string>, rules: TokenRules): Validity | undefined {
  const startSeconds = time(fields.get('st'));
  const end = fields.get('exp');
  const expiresSeconds =
    end === undefined ? (startSeconds ?? Number.NaN) + rules.windowSeconds : time(end);
  const isBadStart = fields.has('st') && startSeconds === undefined;
  return isBadStart || expiresSeconds === undefined || Number.isNaN(expiresSeconds)
    ? undefined
    : { startSeconds, expiresSeconds };
}

/** The value of `data`. The signature is not checked. */
export function tokenData(text: string): string | undefined {
  return parse(text)?.fields.get('data');
}
