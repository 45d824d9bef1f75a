/** Stitches an MPD of a pack again from its source and the plan of the session, whose last state the pack has. */
import { parseMpd } from '@interlude/dash';
import { type DashWindow, dashEdgeMs, type SplicePlan, stitchMpd } from '@interlude/stitching';
import type { PackedManifest, StitchingSettings } from '../pack/evidence-pack.ts';
import { type DatedWindow, windowsNear } from './dash-windows.ts';

export interface MpdTools {
  readonly windows: readonly DatedWindow[];
  readonly plans: readonly SplicePlan[];
  readonly settings: StitchingSettings;
  /** `contentLocationReplacement`. */
  readonly contentLocation: ((address: string) => string) | undefined;
}

type PlannedBreak = SplicePlan['breaks'][number];

/** MPDs of the source that are tried around the time of an output. */
const nearSteps = 6;
/** Replaces an address that is signed or secret. */
const hidden = '…';

/** Tracks that are listed where the settings name none. */
const allTracks = { iFrames: true, subtitles: true, closedCaptions: true };

/** publishTime of an MPD, epoch ms; undefined for a text that is no MPD. */
export function publishTimeOf(text: string): number | undefined {
  return parseMpd(text, { maxElements: 100_000 }).mpd?.publishTimeMs;
}

/**
 * Removes from a planned break the splices that an output up to `visibleMs` had not published: they are frozen anew
 * from what was known then.
 */
function asOf(planned: PlannedBreak, window: DashWindow, visibleMs: number): PlannedBreak {
  const { dash } = planned;
  if (dash === undefined || dash.passed) return planned;
  const nearMs = 2 * window.longestSegmentMs;
  if (dash.cutMs - window.originMs > visibleMs - nearMs) return { ...planned, dash: undefined };
  const isBack = dash.back !== undefined && dash.back.atMs - window.originMs <= visibleMs - 1;
  return isBack ? planned : { ...planned, dash: { ...dash, back: undefined } };
}

/** Breaks ahead of the edge that are tried as not known yet. */
const mostAhead = 3;

/** Possible states of the breaks: each one near the edge or ahead of it was decided, awaited, or not known yet. */
function* stagesOf(breaks: readonly PlannedBreak[], fromMs: number) {
  yield breaks;
  const ahead = breaks.filter(({ startMs }) => startMs > fromMs).slice(0, mostAhead);
  for (const next of ahead) {
    const before = breaks.filter(({ startMs }) => startMs < next.startMs);
    yield before;
    const pending = { ...next, state: 'pending' as const, placements: [] };
    yield [...before, { ...pending, dash: undefined, reason: undefined }];
  }
}

/** The plan as it may have been when the source ended there. */
function* plansAt(plan: SplicePlan, window: DashWindow): Generator<SplicePlan> {
  const knownUntilMs = dashEdgeMs(window) - plan.liveDelayMs;
  const visibleMs = knownUntilMs - window.originMs;
  const breaks = plan.breaks.map((planned) => asOf(planned, window, visibleMs));
  for (const known of stagesOf(breaks, knownUntilMs - 4 * window.longestSegmentMs))
    yield { ...plan, knownUntilMs, breaks: known };
}

/**
 * Candidates for the output, the likeliest first. They have the publishTime of the output itself, as a plan does not
 * have the time at which the session was answered.
 */
export function* stitchedMpds(
  { windows, plans, settings, contentLocation }: MpdTools,
  output: PackedManifest,
  publishTimeMs: number,
): Generator<string> {
  const { uri: sessionUrl, loadedAtMs } = output;
  const folder = sessionUrl.replace(/\.mpd$/, '');
  const { includeMediaTracks = allTracks, setScanningFrequency = false } = settings;
  const { minimumSourceUpdatePeriod = 0, suggestedPresentationDelay = 0 } = settings;
  const options = {
    contentLocation,
    clockUrl: URL.parse('time', sessionUrl)?.href,
    settings: {
      ...{ includeMediaTracks, setScanningFrequency },
      ...{ minimumSourceUpdatePeriod, suggestedPresentationDelay },
    },
  };
  for (const window of windowsNear(windows, loadedAtMs, nearSteps))
    for (const last of plans)
      for (const plan of plansAt(last, window)) {
        const { dash } = plan;
        // Another digest: the output is new at its publishTime.
        const published = dash && { ...dash, digest: -1, publishTimeMs: publishTimeMs - 1 };
        const { text, periodCount } = stitchMpd({
          ...{ window, nowMs: publishTimeMs, sessionUrl, options },
          plan: { ...plan, dash: published },
          adBaseUrl: ({ index, creative }, breakId) => {
            const token = creative.address === undefined ? '-' : hidden;
            return `${folder}/ad/${encodeURIComponent(`${breakId}.${index}`)}/${token}/`;
          },
        });
        if (periodCount > 0) yield text;
      }
}
