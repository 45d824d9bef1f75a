/**
 * The ad request: the ad server's template, overridden by the channel's parameters, overridden by the viewer's
 * (allowed keys only, and none that the platform knows better), then tokens and macros are replaced. Empty
 * parameters are left out.
 */
import {
  type AdServerParameters,
  adServerTemplates,
  type ChannelSettings,
  hashWithSaltPair,
} from '@interlude/contract';
import { deviceHeaders, type ViewerContext } from '../viewer-context.ts';
import type { AvailContext } from './avail-context.ts';
import {
  fillTemplate,
  hashValueWithSalt,
  type TextTemplate,
  textTemplate,
  tokensIn,
} from './expand-text.ts';
import { type RequestValues, requestValues } from './tokens.ts';

type AdSource = ChannelSettings['adSource'];

export interface AdRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the parameters are sent by POST. */
  readonly body?: string | undefined;
}

/** Keys of a GVA system's parameters that control how the others are sent. */
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
  readonly values: RequestValues;
  readonly viewer: URLSearchParams;
}

/** A parsed parameter, the same for all viewers. */
interface Parameter {
  readonly key: string;
  readonly template: TextTemplate;
  /** Set when the value is hashed with it. */
  readonly salt: string | undefined;
  /** Tokens of the value; a parameter with a server-side token is not replaced by the viewer's. */
  readonly tokens: readonly string[];
  readonly isHashed: boolean;
}

/** The static part of the requests of an ad source: computed once per version of a channel. */
interface Prepared {
  readonly base: TextTemplate;
  readonly sections: readonly (readonly Parameter[])[];
  /** Set when the parameters are sent by POST. */
  readonly posts: 'form' | 'json' | undefined;
}

function toParameter(key: string, value: unknown): Parameter {
  const pair = hashWithSaltPair(value);
  const text = textOf(value);
  const isHashed = pair !== undefined || text.includes('hashValueWithSalt');
  const [hashed = text, salt] = pair ?? [];
  return { key, template: textTemplate(hashed), salt, tokens: tokensIn(text), isHashed };
}

/** The viewer's parameter replaces a value without a server-side token and without a hash. */
function parameterText(parameter: Parameter, { values, viewer }: Sources): string {
  const { key, template, salt, tokens, isHashed } = parameter;
  if (salt !== undefined) {
    return hashValueWithSalt(fillTemplate(template, values), salt);
  }
  const said = isHashed || tokens.some(values.isFixed) ? null : viewer.get(key);
  return said ?? fillTemplate(template, values);
}

/** Text whose tokens were all empty, also two of them with a colon between. */
const isEmpty = (text: string) => text === '' || text === ':';

function pairsOf(parameters: readonly Parameter[], sources: Sources): [string, string][] {
  return parameters.flatMap((parameter): [string, string][] => {
    const text = parameterText(parameter, sources);
    return isEmpty(text) ? [] : [[parameter.key, text]];
  });
}

const queryOf = (pairs: readonly [string, string][]) =>
  pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');

/** Keys in the operator's own address, which override the template. */
function ownQueryKeys(url: string): Set<string> {
  const query = url.split('?').slice(1).join('?').split('#', 1)[0] ?? '';
  return new Set(new URLSearchParams(query).keys());
}

/** `%%CACHEBUSTING%%` and `%5BCACHEBUSTING%5D` are other spellings of `[CACHEBUSTING]`. */
const plainMacros = (url: string) =>
  url.replace(/%%([A-Z][A-Z0-9_]+)%%|%5B([A-Z][A-Z0-9_]+)%5D/gi, '[$1$2]');

/** Sections in FreeWheel's form, joined by `;`; keys outside of sections come first. */
function sectionsOf(merged: AdServerParameters): (readonly [string, unknown])[][] {
  const entries = Object.entries(merged);
  return [
    entries.filter(([, value]) => !isSection(value)),
    ...entries.flatMap(([, value]) => (isSection(value) ? [Object.entries(value)] : [])),
  ];
}

function prepare({ system, url, params }: AdSource): Prepared {
  const merged = mergeParameters(adServerTemplates[system].params, params);
  const [withoutHash = ''] = url.split('#', 1);
  const isPosted = system === 'gva' && merged['httpMethod'] === 'POST';
  const taken = new Set([...(isPosted ? [] : ownQueryKeys(withoutHash)), ...sendingKeys]);
  const form = merged['httpBody'] === 'json' ? 'json' : 'form';
  return {
    base: textTemplate(plainMacros(withoutHash)),
    sections: sectionsOf(merged).map((entries) =>
      entries.flatMap(([key, value]) => (taken.has(key) ? [] : [toParameter(key, value)])),
    ),
    posts: isPosted ? form : undefined,
  };
}

const prepared = new WeakMap<AdSource, Prepared>();

function preparedOf(adSource: AdSource): Prepared {
  const known = prepared.get(adSource) ?? prepare(adSource);
  prepared.set(adSource, known);
  return known;
}

function posted({ sections, posts }: Prepared, sources: Sources) {
  const pairs = sections.flatMap((section) => pairsOf(section, sources));
  const isJson = posts === 'json';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = isJson ? JSON.stringify(Object.fromEntries(pairs)) : queryOf(pairs);
  return { body, headers: { 'content-type': type } };
}

/**
 * The ad request of one avail.
 * @returns address, headers, and a body where the ad source takes POST; undefined when there is no address or it
 * is longer than ad servers accept
 * @see VAST 4.3 §6; rules V5, V6
 */
export function buildAdRequest(
  adSource: AdSource,
  avail: AvailContext,
  viewer: ViewerContext,
): AdRequest | undefined {
  const sources: Sources = { values: requestValues(avail, viewer), viewer: viewer.query };
  const known = preparedOf(adSource);
  const base = fillTemplate(known.base, sources.values, encodeURIComponent);
  const headers = {
    ...deviceHeaders(viewer),
    // No viewer sees the ads of a request by the monitor: the ad server need not count it.
    ...(viewer.isMonitor === true && { 'x-interlude-monitor': '1' }),
  };
  if (known.posts) {
    const { body, headers: own } = posted(known, sources);
    return usable({ url: base, headers: { ...headers, ...own }, body });
  }
  const query = known.sections
    .map((section) => queryOf(pairsOf(section, sources)))
    .filter((part) => part !== '')
    .join(';');
  const joint = base.includes('?') ? '&' : '?';
  const url = query === '' ? base : `${base}${/[?&]$/.test(base) ? '' : joint}${query}`;
  return usable({ url, headers });
}

function usable(request: AdRequest): AdRequest | undefined {
  const isUsable = request.url.length <= adRequestLimits.urlChars && URL.canParse(request.url);
  return isUsable ? request : undefined;
}

/** Limits of one ad request and its answer, with units. */
export const adRequestLimits = {
  vastBytes: 2 * 1024 * 1024,
  /** Wrappers in a row; MediaTailor's limit. */
  wrapperDepth: 7,
  /** Of an ad request's address; the limit of MediaTailor, for which ad servers are prepared. */
  urlChars: 25_000,
  /** Ready-made files per ad that are considered. */
  mediaFiles: 4,
} as const;
