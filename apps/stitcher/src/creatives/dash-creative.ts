/**
 * A ready-made DASH creative (a MediaFile of type application/dash+xml, or a slate whose address ends in
 * .mpd) as it was read: one static period of separate segments. One whose segments are ranges of one file
 * (SegmentBase with an index, byte ranges) is refused: players are sent on to the media by redirect, and a
 * redirect cannot carry a range.
 */
import { createHash } from 'node:crypto';
import { domainError } from '@interlude/contract/errors';
import { type Mpd, parseMpd } from '@interlude/dash';
import type { Egress } from '@interlude/runtime';
import { utf8Text } from '../origin/dash/fetch-mpd.ts';
import { creativeLimits } from './creative-limits.ts';
import { type DashCreativeRendition, readDashRenditions } from './dash-renditions.ts';

export interface DashCreative {
  /** Of its text and address: the same media have the same id. */
  readonly creativeId: string;
  /** As the ad server named it. */
  readonly address: string;
  readonly renditions: readonly DashCreativeRendition[];
}

const idChars = 16;

function refusal(mpd: Mpd | undefined): string | undefined {
  if (mpd === undefined) {
    return 'not an MPD';
  }
  if (mpd.type !== 'static') {
    return 'not a static MPD';
  }
  return mpd.periods.length === 1 ? undefined : 'not one period';
}

/**
 * Reads the whole creative.
 * @throws {DomainError} URL_FORBIDDEN, FETCH_*, SOURCE_NOT_A_MANIFEST
 */
export async function fetchDashCreative(
  egress: Pick<Egress, 'request'>,
  url: string,
): Promise<DashCreative> {
  const answer = await egress.request({
    url,
    timeoutMs: creativeLimits.timeoutMs,
    maxBytes: creativeLimits.manifestBytes,
  });
  const { host } = new URL(url);
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host, status: answer.status });
  }
  const text = utf8Text(answer.body);
  const { mpd } = parseMpd(text);
  const reason = refusal(mpd);
  const renditions = mpd && reason === undefined ? readDashRenditions(mpd, answer.url) : reason;
  if (typeof renditions === 'string' || renditions === undefined) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host, reason: renditions });
  }
  const hash = createHash('sha256').update(`${answer.url}\n${text}`).digest('base64url');
  return { creativeId: hash.slice(0, idChars), address: url, renditions };
}
