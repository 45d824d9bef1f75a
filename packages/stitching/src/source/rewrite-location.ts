// `contentLocationReplacement`, `adLocationReplacement`: addresses in outputs put on other hosts or paths. The
// pattern is an operator's, its linear-time engine keeps it from holding up the stream (ReDoS).
import type { ChannelSettings } from '@interlude/contract';
import { RE2JS } from 're2js';

export type LocationReplacement = ChannelSettings['contentLocationReplacement'];

/** Makes addresses of addresses; the same object for the same settings, so that outputs are shared by it. */
export interface LocationRewriter {
  /** Says all that its results depend on. */
  readonly key: string;
  readonly rewrite: (uri: string) => string;
}

export interface ViewerLocation {
  /** What the viewer gave in place of `defaultReplacement`. */
  readonly replacement: string;
  /** Hosts (with their ports) that it may lead to; anything else gets the default. */
  readonly allowedHosts: ReadonlySet<string>;
}

/** Pattern options of JavaScript; `g` and `u` say nothing here: all matches are replaced. */
function flagsOf(options: string): number {
  let flags = 0;
  if (options.includes('i')) flags |= RE2JS.CASE_INSENSITIVE;
  if (options.includes('m')) flags |= RE2JS.MULTILINE;
  if (options.includes('s')) flags |= RE2JS.DOTALL;
  return flags;
}

/** Undefined for a pattern that is none; then nothing is replaced. */
function compiled({
  regex,
  options,
}: Pick<LocationReplacement, 'regex' | 'options'>): RE2JS | undefined {
  try {
    return RE2JS.compile(regex, flagsOf(options));
  } catch {
    return undefined;
  }
}

function replaced(pattern: RE2JS, options: string, uri: string, replacement: string): string {
  const matcher = pattern.matcher(uri);
  try {
    return options.includes('g')
      ? matcher.replaceAll(replacement)
      : matcher.replaceFirst(replacement);
  } catch {
    // A group that the pattern has not got.
    return uri;
  }
}

/**
 * Whether a pattern can be used: compiled as it is used, by an engine of linear time, which has no look-around and no back
 * references. Without a pattern nothing is replaced, which is no fault.
 * @see rule SEC-S3
 */
export function isUsablePattern(settings: Pick<LocationReplacement, 'regex' | 'options'>): boolean {
  return settings.regex === '' || compiled(settings) !== undefined;
}

function hostOf(uri: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(uri)?.[1]?.toLowerCase() ?? '';
}

/**
 * @param viewer the parameters of the viewer's session; used only with `allowOverwriteDefault`
 * @returns undefined when nothing is to be replaced
 * @see rule SEC-S3: patterns of operators are limited
 */
export function locationRewriter(
  settings: LocationReplacement,
  viewer?: ViewerLocation,
): LocationRewriter | undefined {
  if (settings.regex === '') return undefined;
  const pattern = compiled(settings);
  if (pattern === undefined) return undefined;
  const { options, defaultReplacement } = settings;
  const own = settings.allowOverwriteDefault ? viewer : undefined;
  const byDefault = (uri: string) => replaced(pattern, options, uri, defaultReplacement);
  const rewrite = (uri: string) => {
    if (own === undefined) return byDefault(uri);
    const wanted = replaced(pattern, options, uri, own.replacement);
    return own.allowedHosts.has(hostOf(wanted)) ? wanted : byDefault(uri);
  };
  const key = JSON.stringify([settings.regex, options, defaultReplacement, own?.replacement]);
  return { key, rewrite };
}
