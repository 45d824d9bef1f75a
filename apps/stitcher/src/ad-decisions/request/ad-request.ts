/**
 * The request that an ad server is asked with: template of the ad server, over it the channel's parameters,
 * over them the viewer's (only keys that are asked for, and none that says what is so), then tokens and
 * macros. What comes to nothing is left out.
 */
import {
  type AdServerParameters,
  adServerTemplates,
  type ChannelSettings,
  hashWithSaltPair,
} from '@interlude/contract';
import { deviceHeaders, type ViewerContext } from '../../sessions/viewer-context.ts';
import { decisionLimits } from '../decision-limits.ts';
import type { AvailContext } from './avail-context.ts';
import { expandText, hashValueWithSalt, tokensIn, type Values } from './expand-text.ts';
import { fixedTokens, requestValues, type Tokens } from './tokens.ts';

export interface AdRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Set = the parameters are posted. */
  readonly body?: string | undefined;
}

/** Keys of a GVA's parameters that say how they are sent. */
const sendingKeys = ['httpMethod', 'httpBody'] as const;

const isSection = (value: unknown): value is AdServerParameters =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  hashWithSaltPair(value) === undefined;

const textOf = (value: unknown) =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);

/** Channel parameters over the template; sections are merged key by key. */
function mergeParameters(template: AdServerParameters, own: AdServerParameters) {
  const merged: Record<string, unknown> = { ...template };
  for (const [key, value] of Object.entries(own)) {
    const below = merged[key];
    merged[key] = isSection(below) && isSection(value) ? { ...below, ...value } : value;
  }
  return merged;
}

interface Sources {
  readonly values: Values;
  /** Tokens that a viewer cannot override. */
  readonly fixed: Tokens;
  readonly viewer: URLSearchParams;
}

/** A value that carries what the server knows, or a hash, stays; any other the viewer may replace. */
function parameterText(key: string, value: unknown, sources: Sources): string {
  const pair = hashWithSaltPair(value);
  if (pair) {
    return hashValueWithSalt(expandText(pair[0], sources.values), pair[1]);
  }
  const text = textOf(value);
  const isFixed =
    text.includes('hashValueWithSalt') ||
    tokensIn(text).some((name) => Object.hasOwn(sources.fixed, name));
  const said = isFixed ? null : sources.viewer.get(key);
  return said ?? expandText(text, sources.values);
}

/** What is left of a text whose tokens came to nothing. */
const isEmpty = (text: string) => text === '' || text === ':';

function pairsOf(parameters: AdServerParameters, sources: Sources, taken: ReadonlySet<string>) {
  return Object.entries(parameters).flatMap(([key, value]): [string, string][] => {
    const text = taken.has(key) ? '' : parameterText(key, value, sources);
    return isEmpty(text) ? [] : [[key, text]];
  });
}

const queryOf = (pairs: readonly [string, string][]) =>
  pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');

/** FreeWheel's form: sections joined by `;`. Plain keys beside sections stand in front. */
function serialise(
  parameters: AdServerParameters,
  sources: Sources,
  taken: ReadonlySet<string>,
): string {
  const plain = Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => !isSection(value)),
  );
  return [plain, ...Object.values(parameters).filter(isSection)]
    .map((one) => queryOf(pairsOf(one, sources, taken)))
    .filter((part) => part !== '')
    .join(';');
}

/** What the operator wrote into the address counts more than the template. */
function ownQueryKeys(url: string): Set<string> {
  const query = url.split('?').slice(1).join('?').split('#', 1)[0] ?? '';
  return new Set(new URLSearchParams(query).keys());
}

/** `%%CACHEBUSTING%%` and `%5BCACHEBUSTING%5D` are other spellings of `[CACHEBUSTING]`. */
const plainMacros = (url: string) =>
  url.replace(/%%([A-Z][A-Z0-9_]+)%%|%5B([A-Z][A-Z0-9_]+)%5D/gi, '[$1$2]');

function posted(parameters: Record<string, unknown>, sources: Sources) {
  const { httpBody } = parameters;
  for (const key of sendingKeys) {
    delete parameters[key];
  }
  const pairs = pairsOf(parameters, sources, new Set());
  const isJson = httpBody === 'json';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = isJson ? JSON.stringify(Object.fromEntries(pairs)) : queryOf(pairs);
  return { body, headers: { 'content-type': type } };
}

/** Undefined when no address comes out that can be asked: none at all, or a longer one than ad servers take. */
export function buildAdRequest(
  adSource: ChannelSettings['adSource'],
  avail: AvailContext,
  viewer: ViewerContext,
): AdRequest | undefined {
  const sources: Sources = {
    values: requestValues(avail, viewer),
    fixed: fixedTokens(avail, viewer),
    viewer: viewer.query,
  };
  const parameters = mergeParameters(adServerTemplates[adSource.system].params, adSource.params);
  const [withoutHash = ''] = adSource.url.split('#', 1);
  const base = expandText(plainMacros(withoutHash), sources.values, encodeURIComponent);
  const headers = deviceHeaders(viewer);
  if (adSource.system === 'gva' && parameters['httpMethod'] === 'POST') {
    const { body, headers: own } = posted(parameters, sources);
    return usable({ url: base, headers: { ...headers, ...own }, body });
  }
  const taken = new Set([...ownQueryKeys(withoutHash), ...sendingKeys]);
  const query = serialise(parameters, sources, taken);
  const joint = base.includes('?') ? '&' : '?';
  const url = query === '' ? base : `${base}${/[?&]$/.test(base) ? '' : joint}${query}`;
  return usable({ url, headers });
}

function usable(request: AdRequest): AdRequest | undefined {
  const isUsable = request.url.length <= decisionLimits.urlChars && URL.canParse(request.url);
  return isUsable ? request : undefined;
}
