/** The multivariant playlist of a session: the source's lines with the session's addresses. */
import { stitchMultivariant } from '@interlude/stitching';
import type { ChannelSource, OpenedSource } from '../origin/channel-source.ts';

/** Stands where the session id goes; it cannot occur in a playlist. */
const marker = '\u0001sid\u0001';
const templates = new WeakMap<OpenedSource, readonly string[]>();

/** The text around the session id, made once for a source. */
function template(opened: OpenedSource, source: ChannelSource): readonly string[] {
  const known = templates.get(opened);
  if (known) {
    return known;
  }
  const { multivariant: playlist, baseUrl, renditions } = opened;
  const text = stitchMultivariant({
    playlist,
    baseUrl,
    renditions,
    childUri: ({ renditionId }) => `${marker}/${renditionId}.m3u8`,
    suppressed: source.suppressed,
  });
  const parts = text.split(marker);
  templates.set(opened, parts);
  return parts;
}

export function multivariantBody(
  opened: OpenedSource,
  source: ChannelSource,
  sessionId: string,
): Buffer {
  return Buffer.from(template(opened, source).join(sessionId), 'latin1');
}
