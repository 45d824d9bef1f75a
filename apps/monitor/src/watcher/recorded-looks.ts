/** Records of the monitor's requests for the replay of evidence packs: without secrets and session ids. */
import { safeManifest, safeText, safeUrl } from '@interlude/audit';
import type { MonitoringLane, RecordedLook } from '@interlude/contract';
import { monitorLimits } from '../monitor-limits.ts';
import type { ManifestRead } from './read-manifest.ts';
import type { SegmentRead } from './read-segment.ts';
import type { StreamLook } from './watch-stream.ts';
import type { LaneLook } from './watched-lane.ts';

const nothing = {
  ...{ uri: '', bytes: 0, failure: '', rendition: '', playlist: 0, isFirst: false },
  ...{ manifestKey: '', isCacheAtFault: false, placement: '', plan: '' },
};

function answered({ answer, tookMs, host }: ManifestRead) {
  return {
    ...{ tookMs, host: safeText(host), bytes: answer.bytes },
    uri: answer.kind === 'text' ? safeUrl(answer.url) : '',
    failure: answer.kind === 'failed' ? safeText(answer.reason) : '',
  };
}

/** @param playlist index of the rendition */
export function manifestLook(
  lane: MonitoringLane,
  look: StreamLook,
  playlist: number,
  seen: LaneLook | undefined,
): RecordedLook {
  const { rendition, nowMs, before } = look;
  return {
    ...{ ...nothing, ...answered(look), kind: 'manifest', lane, atMs: nowMs },
    ...{ rendition: safeText(rendition), playlist, isFirst: before.stream === undefined },
    manifestKey: seen?.manifestKey ?? '',
  };
}

/** The text of a plan is kept again after this, ms, so that a pack which begins later has it. */
const planAgainMs = 60_000;

/** Keeps each look for the plan of the session, and its text where it has changed. */
export function planRecorder(
  add: (look: RecordedLook) => void,
): (read: ManifestRead, atMs: number) => void {
  let last = '';
  let keptAtMs = Number.NEGATIVE_INFINITY;
  return (read, atMs) => {
    const { answer } = read;
    const text = answer.kind === 'text' ? safeManifest(answer.text) : '';
    const isNews = text !== last || atMs - keptAtMs >= planAgainMs;
    const isKept = text !== '' && isNews && text.length <= monitorLimits.keptPlanChars;
    if (isKept) {
      last = text;
      keptAtMs = atMs;
    }
    add({
      ...{ ...nothing, ...answered(read), kind: 'plan', lane: 'output', atMs },
      plan: isKept ? text : '',
    });
  };
}

export function segmentLook(
  { host, tookMs, failure }: SegmentRead,
  placement: string,
  atMs: number,
): RecordedLook {
  return {
    ...{ ...nothing, kind: 'segment', lane: 'output', atMs, tookMs, host: safeText(host) },
    ...{ failure: safeText(failure ?? ''), placement: safeText(placement) },
  };
}
