/** `/dash/{form}/…`: the live channel as DASH, over the same media as its CMAF form; `/time`: the lab's clock. */
import type { Clock } from '@interlude/runtime';
import type { FaultSwitches } from '../fault-switches.ts';
import { answer, type Handler, type LabAnswer, type LabRequest } from '../http/lab-request.ts';
import { SEGMENT_MS } from '../live-origin/live-clock.ts';
import { faultyManifest } from '../live-origin/manifest-faults.ts';
import { type SegmentDeps, serveLiveSegment } from '../live-origin/serve-segment.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { type DashForm, dashForms, parseDashOptions } from './dash-options.ts';
import { writeLiveMpd } from './live-mpd.ts';
import { timescaleOf } from './mpd-tracks.ts';

const MPD_AGE_SECONDS = 1;

export interface DashDeps {
  readonly library: MediaLibrary;
  readonly clock: Clock;
  readonly faults: FaultSwitches;
  /** The lab's own address without a slash at the end. */
  readonly baseUrl: () => string;
}

export function createDashRoutes(deps: DashDeps): Handler {
  return (request) => {
    const [root, second, name, file, more] = request.parts;
    if (request.method !== 'GET' || more !== undefined) return undefined;
    if (root === 'time' && second === undefined) {
      return answer('text', new Date(deps.clock.now()).toISOString());
    }
    const form = dashForms.find((each) => each === second);
    if (root !== 'dash' || form === undefined || name === undefined) return undefined;
    if (file !== undefined) return serveDashSegment(deps, name, file);
    return name === 'manifest.mpd' ? serveMpd(deps, request, form) : undefined;
  };
}

function serveMpd(deps: DashDeps, request: LabRequest, form: DashForm): LabAnswer {
  const { encoded } = deps.library.load('content');
  const options = parseDashOptions(request, form, deps.clock.now());
  const timeUrl = `${deps.baseUrl()}/time`;
  const text = (nowMs: number) =>
    answer('dash', writeLiveMpd({ ...options, nowMs }, { encoded, timeUrl }), MPD_AGE_SECONDS);
  return faultyManifest('dash', options.fault ?? deps.faults.live, options.nowMs, text);
}

/** `123.m4s` by number, `t6045696.m4s` by the time of its first sample, `init.mp4`. */
export function serveDashSegment(deps: SegmentDeps, rendition: string, file: string) {
  const timed = /^t(\d{1,15})\.m4s$/.exec(file)?.[1];
  if (timed === undefined) return serveLiveSegment(deps, { container: 'cmaf', rendition }, file);
  const { encoded } = deps.library.load('content');
  const kind = encoded.renditions.find((each) => each.name === rendition)?.kind;
  if (kind === undefined) return undefined;
  const ticks = (timescaleOf(kind, encoded.frameRate) * SEGMENT_MS) / 1000;
  const segment = Number(timed) / ticks;
  if (!Number.isInteger(segment)) return undefined;
  return serveLiveSegment(deps, { container: 'cmaf', rendition }, `${segment}.m4s`);
}
