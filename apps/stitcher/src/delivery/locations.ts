/**
 * `contentLocationReplacement` and `adLocationReplacement` of a session: the channel's own, or what its viewer
 * requested with `contentLocation=` and `adLocation=` where the channel allows it, and only towards hosts that
 * the channel itself names. Made once per value, so that sessions with one value share outputs.
 */
import type { ChannelSettings } from '@interlude/contract';
import { type LocationRewriter, locationRewriter } from '@interlude/stitching';
import type { PlaybackSession } from '../sessions/playback-session.ts';

const maxViewerValues = 200;
const maxValueChars = 500;

interface Made {
  readonly content: Map<string | null, LocationRewriter | undefined>;
  readonly ad: Map<string | null, LocationRewriter | undefined>;
}

/** Settings are a new object with every save. */
const made = new WeakMap<ChannelSettings, Made>();

function hostOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).host] : [];
}

/** Hosts of the source and of the default replacements: a viewer may choose among these. */
function allowedHosts(settings: ChannelSettings): ReadonlySet<string> {
  const { contentLocationReplacement: content, adLocationReplacement: ad } = settings;
  const named = [settings.sourceManifestUrl, settings.trueSourceUrl, settings.adSlateManifestUrl];
  return new Set(
    [...named, content.defaultReplacement, ad.defaultReplacement].flatMap((url) => hostOf(url)),
  );
}

function rewriterOf(
  settings: ChannelSettings,
  kind: 'content' | 'ad',
  value: string | null,
): LocationRewriter | undefined {
  const known = made.get(settings) ?? { content: new Map(), ad: new Map() };
  made.set(settings, known);
  const ofKind = known[kind];
  if (!ofKind.has(value)) {
    if (ofKind.size >= maxViewerValues) {
      return rewriterOf(settings, kind, null);
    }
    const replacement = settings[`${kind}LocationReplacement`];
    const viewer =
      value === null ? undefined : { replacement: value, allowedHosts: allowedHosts(settings) };
    ofKind.set(value, locationRewriter(replacement, viewer));
  }
  return ofKind.get(value);
}

function viewerValue(session: PlaybackSession, name: string, isAllowed: boolean): string | null {
  const value = isAllowed ? session.viewer.query.get(name) : null;
  return value !== null && value !== '' && value.length <= maxValueChars ? value : null;
}

export function contentLocationOf(
  session: PlaybackSession,
  settings: ChannelSettings,
): LocationRewriter | undefined {
  const { allowOverwriteDefault } = settings.contentLocationReplacement;
  const value = viewerValue(session, 'contentLocation', allowOverwriteDefault);
  return rewriterOf(settings, 'content', value);
}

/** @param session undefined when the session of a requested ad segment is not known any more */
export function adLocationOf(
  session: PlaybackSession | undefined,
  settings: ChannelSettings,
): LocationRewriter | undefined {
  const { allowOverwriteDefault } = settings.adLocationReplacement;
  const value = session ? viewerValue(session, 'adLocation', allowOverwriteDefault) : null;
  return rewriterOf(settings, 'ad', value);
}
