/**
 * Fills `{{token}}`, `{{hashValueWithSalt(token, salt)}}`, `[session.id]` and the like, and `[MACRO]` of the
 * IAB, in one pass: a viewer's value is never expanded again.
 */
import { createHash } from 'node:crypto';
import { isLongEnoughSalt } from '@interlude/contract';
import { IAB_MACROS } from '@interlude/vast';

export interface Values {
  /** By token. */
  readonly tokens: Readonly<Record<string, string>>;
  /** By name in square brackets: `session.id`, `scte.event_id`, `player_params.x`, `avail.index`. */
  readonly dotted: (name: string) => string | undefined;
  /** By IAB macro. */
  readonly macros: Readonly<Record<string, string>>;
}

const hashCall = /^hashValueWithSalt\(\s*([\w.]+)\s*,\s*['"]?([^'")]+)['"]?\s*\)$/;
const place = /\{\{\s*([^{}]{1,200}?)\s*\}\}|\[([a-z_]+\.[\w.-]{1,100})\]|\[([A-Z][A-Z0-9_]+)\]/g;
const unknownMacro = '-1';

/** SHA-256 of value and salt in hex; '' for nothing, and for a salt by which the value could be guessed. */
export function hashValueWithSalt(value: string, salt: string): string {
  if (value === '' || !isLongEnoughSalt(salt)) {
    return '';
  }
  return createHash('sha256')
    .update(value + salt)
    .digest('hex');
}

function tokenValue(expression: string, tokens: Values['tokens']): string {
  const call = hashCall.exec(expression);
  if (!call) {
    return own(tokens, expression) ?? '';
  }
  return hashValueWithSalt(own(tokens, call[1] ?? '') ?? '', call[2]?.trim() ?? '');
}

const own = (values: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * Replaces tokens and macros in one pass; other square brackets stay.
 * @param values by name of the token; a hash is computed where the token requires one
 * @returns the text with every known token replaced
 * @see VAST 4.3 §6; rule V5
 */
export function expandText(
  text: string,
  values: Values,
  encode: (value: string) => string = (value) => value,
): string {
  if (!text.includes('{{') && !text.includes('[')) {
    return text;
  }
  return text.replace(place, (whole, token?: string, dotted?: string, macro?: string) => {
    if (token !== undefined) {
      return encode(tokenValue(token, values.tokens));
    }
    const known = dotted === undefined ? own(values.macros, macro ?? '') : values.dotted(dotted);
    if (known !== undefined) {
      return encode(known);
    }
    if (macro === undefined) {
      return whole;
    }
    // VAST 4.x 6.3: an unknown value of the IAB's is -1; another's macro means nothing to anybody here.
    return IAB_MACROS.has(macro) ? unknownMacro : '';
  });
}

/** Names of the tokens in a text, those inside a hash too. */
export function tokensIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(?:hashValueWithSalt\(\s*)?([\w.]+)/g)].map(
    (match) => match[1] ?? '',
  );
}
