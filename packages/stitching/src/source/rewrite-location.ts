// `contentLocationReplacement`, `adLocationReplacement`: rewriting of addresses in outputs to other hosts or paths.
// Operators write the pattern; a linear-time engine runs it, so that it cannot block the stream (ReDoS).
import type { ChannelSettings } from '@interlude/contract';
import { RE2JS } from 're2js';

export type LocationReplacement = ChannelSettings['contentLocationReplacement'];

/** Rewrites addresses. Callers keep one object for equal settings, because outputs are shared by it. */
export interface LocationRewriter {
  /** Identifies all that its results depend on. */
  readonly key: string;
  readonly rewrite: (uri: string) => string;
}

export interface ViewerLocation {
  /** Replacement that the viewer requested, in place of `defaultReplacement`. */
  readonly replacement: string;
  /** Hosts (with port) to which it may lead; for any other the default is used. */
  readonly allowedHosts: ReadonlySet<string>;
}

/** RE2 flags for pattern options of JavaScript; `g` is evaluated by `replaced`, `u` has no effect. */
function flagsOf(options: string): number {
  let flags = 0;
  if (options.includes('i')) flags |= RE2JS.CASE_INSENSITIVE;
  if (options.includes('m')) flags |= RE2JS.MULTILINE;
  if (options.includes('s')) flags |= RE2JS.DOTALL;
  return flags;
}

/** Undefined for an invalid pattern; then nothing is replaced. */
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
    // The replacement refers to a group that the pattern does not have.
    return uri;
  }
}

/**
 * Whether a pattern compiles in the linear-time engine, which has neither look-around nor back references. An
 * empty one is valid: nothing is replaced.
 * @see rule SEC-S3
 */
export function isUsablePattern(settings: Pick<LocationReplacement, 'regex' | 'options'>): boolean {
  return settings.regex === '' || compiled(settings) !== undefined;
}

function hostOf(uri: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(uri)?.[1]?.toLowerCase() ?? '';
}

/**
 * The rewriter for a channel's settings and, where they allow it, a viewer's own replacement.
 * @param viewer from the parameters of the viewer's session; used only with `allowOverwriteDefault`
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
