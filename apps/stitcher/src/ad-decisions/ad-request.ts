/**
 * The address an ad server is asked at: template of the ad server, over it the channel's parameters, over
 * them the viewer's (only keys that are asked for, and none that says what is so), then tokens and macros.
 */
import type { ChannelSettings } from '@interlude/contract';
import { expandMacros } from '@interlude/vast';
import { deviceHeaders, type ViewerContext } from '../sessions/viewer-context.ts';
import { adServerTemplates, type Parameters } from './ad-server-templates.ts';
import {
  type AvailContext,
  allTokens,
  expandTokens,
  macroValues,
  runtimeTokens,
  type Tokens,
} from './tokens.ts';

export interface AdRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const isSection = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);

/** Channel parameters over the template; sections are merged key by key. */
function mergeParameters(template: Parameters, own: Parameters): Parameters {
  const merged: Record<string, unknown> = { ...template };
  for (const [key, value] of Object.entries(own)) {
    const below = merged[key];
    merged[key] = isSection(below) && isSection(value) ? { ...below, ...value } : value;
  }
  return merged;
}

interface Sources {
  readonly tokens: Tokens;
  /** Names of tokens that a viewer cannot override. */
  readonly fixed: Tokens;
  readonly viewer: URLSearchParams;
}

/** A value that carries a runtime token stays; any other the viewer may replace. */
function parameterText(key: string, value: unknown, sources: Sources): string {
  const text = textOf(value);
  const names = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? '');
  const isFixed = names.some((name) => name in sources.fixed);
  const said = isFixed ? null : sources.viewer.get(key);
  return said ?? expandTokens(text, sources.tokens);
}

function section(parameters: Parameters, sources: Sources, taken: ReadonlySet<string>): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(parameters)) {
    const text = taken.has(key) ? '' : parameterText(key, value, sources);
    if (text !== '' && text !== ':') {
      pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(text)}`);
    }
  }
  return pairs.join('&');
}

/** FreeWheel's form: sections joined by `;`. Plain keys beside sections stand in front. */
function serialise(parameters: Parameters, sources: Sources, taken: ReadonlySet<string>): string {
  const plain = Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => !isSection(value)),
  );
  const sections = Object.values(parameters).filter(isSection);
  return [section(plain, sources, taken), ...sections.map((one) => section(one, sources, taken))]
    .filter((part) => part !== '')
    .join(';');
}

/** What the operator wrote into the address counts more than the template. */
function ownQueryKeys(url: string): Set<string> {
  const query = url.split('?').slice(1).join('?').split('#', 1)[0] ?? '';
  return new Set(new URLSearchParams(query).keys());
}

export function buildAdRequest(
  adSource: ChannelSettings['adSource'],
  avail: AvailContext,
  viewer: ViewerContext,
): AdRequest {
  const sources: Sources = {
    tokens: allTokens(avail, viewer),
    fixed: runtimeTokens(avail, viewer),
    viewer: viewer.query,
  };
  const parameters = mergeParameters(adServerTemplates[adSource.system], adSource.params);
  const [withoutHash = ''] = adSource.url.split('#', 1);
  const query = serialise(parameters, sources, ownQueryKeys(withoutHash));
  const base = expandMacros(
    expandTokens(withoutHash, sources.tokens, encodeURIComponent),
    macroValues(avail, viewer, avail),
  );
  const joint = base.includes('?') ? '&' : '?';
  return {
    url: query === '' ? base : `${base}${/[?&]$/.test(base) ? '' : joint}${query}`,
    headers: deviceHeaders(viewer),
  };
}
