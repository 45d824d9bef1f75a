/**
 * Fills `{{token}}`, `{{hashValueWithSalt(token, salt)}}`, dotted names such as `[session.id]`, and IAB macros
 * `[MACRO]`. A text that is filled for many viewers is parsed once, to a template.
 */
import { createHash } from 'node:crypto';
import { isLongEnoughSalt } from '@interlude/contract';
import { IAB_MACROS } from '@interlude/vast';

/** Gives the value of a name; undefined for an unknown name. */
type Lookup = (name: string) => string | undefined;

export interface Values {
  /** Values of tokens. */
  readonly token: Lookup;
  /** Values of dotted names: `session.id`, `scte.event_id`, `player_params.x`, `avail.index`. */
  readonly dotted: Lookup;
  /** Values of IAB macros. */
  readonly macros: Readonly<Record<string, string>>;
}

type Encode = (value: string) => string;

/** Literal parts of a text, and a function that fills each place between them. */
export type TextTemplate = readonly (string | ((values: Values, encode: Encode) => string))[];

const hashCall = /^hashValueWithSalt\(\s*([\w.]+)\s*,\s*['"]?([^'")]+)['"]?\s*\)$/;
const place = /\{\{\s*([^{}]{1,200}?)\s*\}\}|\[([a-z_]+\.[\w.-]{1,100})\]|\[([A-Z][A-Z0-9_]+)\]/g;
const unknownMacro = '-1';

/** SHA-256 of value and salt in hex; '' for an empty value, and for a salt so short that the value could be guessed. */
export function hashValueWithSalt(value: string, salt: string): string {
  if (value === '' || !isLongEnoughSalt(salt)) {
    return '';
  }
  return createHash('sha256')
    .update(value + salt)
    .digest('hex');
}

function tokenPlace(expression: string): TextTemplate[number] {
  const call = hashCall.exec(expression);
  if (!call) {
    return ({ token }, encode) => encode(token(expression) ?? '');
  }
  const [, name = '', salt = ''] = call;
  return ({ token }, encode) => encode(hashValueWithSalt(token(name) ?? '', salt.trim()));
}

function macroPlace(macro: string): TextTemplate[number] {
  // VAST 4.x 6.3: a macro of the IAB without a known value becomes -1; any other macro becomes empty.
  const unknown = IAB_MACROS.has(macro) ? unknownMacro : '';
  return ({ macros }, encode) => {
    const known = Object.hasOwn(macros, macro) ? macros[macro] : undefined;
    return known === undefined ? unknown : encode(known);
  };
}

function dottedPlace(dotted: string, whole: string): TextTemplate[number] {
  return (values, encode) => {
    const known = values.dotted(dotted);
    return known === undefined ? whole : encode(known);
  };
}

/** Parses a text; square brackets that are neither a macro nor a dotted name stay. */
export function textTemplate(text: string): TextTemplate {
  if (!text.includes('{{') && !text.includes('[')) {
    return [text];
  }
  const pieces: TextTemplate[number][] = [];
  let end = 0;
  for (const { 0: whole, 1: token, 2: dotted, 3: macro = '', index } of text.matchAll(place)) {
    pieces.push(text.slice(end, index));
    if (token !== undefined) pieces.push(tokenPlace(token));
    else pieces.push(dotted === undefined ? macroPlace(macro) : dottedPlace(dotted, whole));
    end = index + whole.length;
  }
  pieces.push(text.slice(end));
  return pieces;
}

const asItIs: Encode = (value) => value;

/**
 * Replaces tokens and macros in one pass: a viewer's value is never expanded again.
 * @param values of tokens, dotted names and macros; a hash is computed where the token requires one
 * @see VAST 4.3 §6; rule V5
 */
export function fillTemplate(
  template: TextTemplate,
  values: Values,
  encode: Encode = asItIs,
): string {
  let text = '';
  for (const piece of template) text += typeof piece === 'string' ? piece : piece(values, encode);
  return text;
}

/** `fillTemplate` of a text that is filled once. */
export const expandText = (text: string, values: Values, encode?: Encode): string =>
  fillTemplate(textTemplate(text), values, encode);

/** Names of the tokens in a text, with those inside hashes. */
export function tokensIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(?:hashValueWithSalt\(\s*)?([\w.]+)/g)].map(
    (match) => match[1] ?? '',
  );
}
