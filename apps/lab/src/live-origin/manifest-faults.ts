/** Faults of an origin's manifests, the same for playlists and MPDs. */
import { answer, contentTypes, type LabAnswer } from '../http/lab-request.ts';
import type { LiveFault } from './live-options.ts';

const SLOW_MS = 8_000;
/** Milliseconds by which a stale origin is behind and stays there. */
const STALE_STEP_MS = 60_000;

/** `text` writes the manifest for a moment. */
export function faultyManifest(
  type: 'hls' | 'dash',
  fault: LiveFault | undefined,
  nowMs: number,
  text: (nowMs: number) => LabAnswer,
): LabAnswer {
  switch (fault) {
    case '404':
      return { status: 404, type: contentTypes.text, body: 'not here\n' };
    case '5xx':
      return { status: 503, type: contentTypes.text, body: 'out of order\n' };
    case 'slow':
      return { ...text(nowMs), delayMs: SLOW_MS };
    case 'stale':
      return text(nowMs - (nowMs % STALE_STEP_MS));
    case 'html':
      return answer('html', '<!doctype html><title>Maintenance</title><p>Back soon.');
    case 'empty':
      return answer(type, '');
    default:
      return text(nowMs);
  }
}
