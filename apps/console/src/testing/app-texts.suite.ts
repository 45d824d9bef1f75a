/** Finds texts in the sources of the app: those that go through the catalogue, and those that do not. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';

/** The parts of a syntax tree's node that are read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface AppTexts {
  /** English sentences given to `t` or `sentence`. */
  readonly used: readonly Place[];
  /** Texts that a reader would see in English whatever the language. */
  readonly bare: readonly Place[];
  /** Formats of dates and numbers that do not follow the language. */
  readonly locales: readonly Place[];
}

/**
 * Pages without sign-in have a catalogue and a test of their own; the last two are the catalogue itself and test code.
 */
const otherFolders =
  /^(app\/public|ui|features\/(login|register|password|invitations|welcome|sign-in-return)|texts|testing)\//;
/** The last two: names of new playlists are English words, as specified; a frame of HTML. */
const otherFiles = [
  ...['messages.ts', 'public-pages.tsx', 'main.tsx', 'app/analytics.ts', 'api/'],
  ...['features/playlists/default-name.ts', 'features/mails/framed-mail.ts'],
];

/** Functions whose first argument is a text of the catalogue, and those that have one of their own. */
const catalogueCalls = ['t', 'sentence'];
const translatedCalls = ['text', 'publicText', 'written', 'known'];

/** Attributes and properties that a person sees or hears. */
const shown = new Set(
  'label,title,placeholder,alt,description,hint,header,help,text,message,note,caption,heading,legend,aria-label,aria-description,aria-roledescription,nothingFoundMessage'.split(
    ',',
  ),
);
/** Attributes and properties that are never shown. */
const unseen =
  /^(class|className|kept|.*Class(Name)?|classNames|style|d|viewBox|transform|.*[kK]ey|sizes|allow|sandbox|grid.*|font.*|transition|animation|background|border|boxShadow|type|accept|width|flex|padding|margin|inset|rel|autoComplete)$/;

/** Errors that are thrown are read in logs; selectors are no text. */
const unseenCalls = /Error$|^(querySelector|querySelectorAll|closest|matches|warn)$/;
const onlyTypes =
  /^(ImportDeclaration|ExportAllDeclaration|TS(TypeAlias|Interface)Declaration|TSTypeAnnotation|TSTypeParameterInstantiation)$/;

const hasLetter = (text: string) => /\p{L}/u.test(text);
/** Two words in a row, a word beside a value, or one word that begins a sentence or follows a number. */
const readsAsText = (text: string) =>
  /\{\} \p{Ll}{2,}( |$)|(^| )\p{L}{2,} \{\}/u.test(text) ||
  /\p{L}{2,}[,.:;…]? \p{L}/u.test(text) ||
  /^\p{Lu}\p{Ll}+(-\p{L}+)*[…:.]?$/u.test(text) ||
  /^\d+ \p{Ll}{3,}$/u.test(text);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'JSXNamespacedName') return '';
  return String(node['name'] ?? node['value'] ?? '');
}

/** The text of a literal or template, with `{}` for each value; undefined for other nodes. */
function literalText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as readonly { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

const isCall = (node: Node) => node.type === 'CallExpression' || node.type === 'NewExpression';

/** `object.name(…)` or `name(…)`. */
function calleeOf(node: Node): { readonly name: string; readonly object: string } {
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression') return { name: nameOf(callee), object: '' };
  return { name: nameOf(callee['property']), object: nameOf(callee['object']) };
}

const isFormat = (name: string, object: string) =>
  (object === 'Intl' && name !== 'supportedValuesOf') || /^toLocale.*String$/.test(name);

/** A call or a name, not a literal and not the locale of the browser. */
const isLocale = (first: Node | undefined) =>
  first !== undefined &&
  (isCall(first) || (first.type === 'Identifier' && nameOf(first) !== 'undefined'));

/** All literals of a source, the places of their values as `{}`. */
export function literalsOf(file: string, source: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    const text = literalText(value);
    if (text !== undefined) found.add(text);
    for (const each of Object.values(value)) if (typeof each === 'object') visit(each);
  };
  visit(parseSync(file, source).program.body);
  return found;
}

interface Context {
  /** Inside of the arguments of a call that translates. */
  readonly translated: boolean;
  /** Directly shown: a child or an attribute of an element, or a property that is shown. */
  readonly visible: boolean;
  /** Never shown: class names, types, keys, errors that are thrown. */
  readonly hidden: boolean;
  /** Inside of the values of a sentence, each of which is shown. */
  readonly values: boolean;
}

/** @param allowed texts that are the same in every language, or that are never shown */
export function appTextsOf(file: string, source: string, allowed: ReadonlySet<string>): AppTexts {
  const used: Place[] = [];
  const bare: Place[] = [];
  const locales: Place[] = [];
  const place = (node: Node, text: string): Place => ({
    file,
    line: source.slice(0, node.start).split('\n').length,
    text: text.trim().replace(/\s+/g, ' '),
  });
  const visitAll = (value: unknown, context: Context): void => {
    if (Array.isArray(value)) for (const each of value) visitAll(each, context);
    else if (isNode(value)) visit(value, context);
  };
  const visitFields = (node: Node, context: Context): void => {
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'type' && typeof value === 'object') visitAll(value, context);
    }
  };
  const literals = (node: Node): void => {
    const text = literalText(node);
    if (text !== undefined) used.push({ ...place(node, text), text });
    else if (node.type === 'ConditionalExpression') {
      literals(node['consequent'] as Node);
      literals(node['alternate'] as Node);
    }
  };
  /** Elements of JSX. @returns false for a node that is none */
  const visitElement = (node: Node, context: Context): boolean => {
    const inside = { ...context, visible: false };
    switch (node.type) {
      case 'JSXText': {
        const value = String(node['value']);
        if (hasLetter(value) && !allowed.has(value.trim())) bare.push(place(node, value));
        return true;
      }
      case 'JSXAttribute': {
        const name = nameOf(node['name']);
        const hidden = context.hidden || unseen.test(name);
        visitAll(node['value'], { ...inside, visible: shown.has(name), hidden });
        return true;
      }
      case 'JSXExpressionContainer':
        visitAll(node['expression'], context);
        return true;
      case 'JSXElement':
      case 'JSXFragment':
        visitAll(node['openingElement'], inside);
        visitAll(node['children'], { ...inside, visible: true });
        return true;
      default:
        return false;
    }
  };
  /**
   * Conditions, operators and cases: only some of their parts can be shown. @returns false for a node that is none of
   * them
   */
  const visitChoice = (node: Node, context: Context): boolean => {
    const unread = { ...context, visible: false, hidden: true };
    switch (node.type) {
      case 'ConditionalExpression':
        visitAll(node['test'], unread);
        visitAll([node['consequent'], node['alternate']], context);
        return true;
      case 'LogicalExpression':
        visitAll(node['left'], node['operator'] === '&&' ? unread : context);
        visitAll(node['right'], context);
        return true;
      case 'BinaryExpression':
        visitFields(node, node['operator'] === '+' ? context : unread);
        return true;
      case 'SwitchCase':
        visitAll(node['test'], unread);
        visitAll(node['consequent'], { ...context, visible: false });
        return true;
      default:
        return false;
    }
  };
  const visitCall = (node: Node, context: Context): void => {
    const inside = { ...context, visible: false, values: false };
    const { name, object } = calleeOf(node);
    const [first, ...others] = node['arguments'] as readonly (Node | undefined)[];
    const isCatalogue = catalogueCalls.includes(name);
    if (isCatalogue && first !== undefined) literals(first);
    if (isFormat(name, object) && !isLocale(first)) locales.push(place(node, `${object}.${name}`));
    const read = {
      ...inside,
      translated: context.translated || isCatalogue || translatedCalls.includes(name),
      hidden: context.hidden || object === 'Intl' || unseenCalls.test(name),
    };
    visitAll(node['callee'], inside);
    visitAll(first, read);
    visitAll(others, isCatalogue ? { ...inside, translated: false, values: true } : read);
  };
  const visitProperty = (node: Node, context: Context): void => {
    const name = node['computed'] === true ? '' : nameOf(node['key']);
    const hidden = context.hidden || unseen.test(name);
    visitAll(node['value'], { ...context, visible: context.values || shown.has(name), hidden });
  };
  const visitLiteral = (node: Node, text: string, context: Context): void => {
    const isBare = context.visible ? hasLetter(text) : readsAsText(text);
    if (isBare && !context.translated && !context.hidden && !allowed.has(text)) {
      bare.push(place(node, text));
    }
    if (node.type === 'TemplateLiteral') {
      visitAll(node['expressions'], { ...context, visible: false });
    }
  };
  const visit = (node: Node, context: Context): void => {
    const inside = { ...context, visible: false };
    const text = literalText(node);
    if (text !== undefined) visitLiteral(node, text, context);
    else if (isCall(node)) visitCall(node, context);
    else if (node.type === 'Property') visitProperty(node, context);
    else if (node.type === 'MemberExpression') visitAll(node['object'], inside);
    else if (!onlyTypes.test(node.type) && !visitElement(node, context)) {
      if (!visitChoice(node, context)) visitFields(node, inside);
    }
  };
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const { program, errors } = parseSync(file, source, { lang });
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  visitAll(program.body as unknown, {
    ...{ translated: false, visible: false, hidden: false, values: false },
  });
  return { used, bare, locales };
}

/** The texts of all sources of the app behind the sign-in. @param source the folder apps/console/src */
export async function readAppTexts(
  source: string,
  allowed: ReadonlySet<string>,
): Promise<AppTexts> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !/\.(test|suite|setup|d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter(
      (file) => !otherFolders.test(file) && !otherFiles.some((other) => file.startsWith(other)),
    )
    .sort();
  const all = await Promise.all(
    files.map(async (file) =>
      appTextsOf(file, await readFile(join(source, file), 'utf8'), allowed),
    ),
  );
  return {
    used: all.flatMap(({ used }) => used),
    bare: all.flatMap(({ bare }) => bare),
    locales: all.flatMap(({ locales }) => locales),
  };
}
