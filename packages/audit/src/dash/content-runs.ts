// Groups Periods into runs of content, by the continuity and connectivity that the MPD declares (D3).
import type { Mpd } from '@interlude/dash';
import type { RunOf } from './check-clock.ts';

/** Media times run on (ISO/IEC 23009-1 5.3.2.4). */
const CONTINUITY = 'urn:mpeg:dash:period-continuity:2015';
/** The same content, whose media times may begin anew. */
const CONNECTIVITY = 'urn:mpeg:dash:period-connectivity:2015';

export interface ContentRunOptions {
  /** Live content under ads: it returns after a break with connectivity and keeps its media time. */
  readonly isReplaced?: boolean;
}

/** The Period that the first property of a scheme names; undefined when a Period continues none. */
function earlierOf(period: Mpd['periods'][number], schemes: readonly string[]): string | undefined {
  for (const { supplementalProperties } of period.adaptationSets)
    for (const { schemeIdUri, value } of supplementalProperties)
      if (schemes.includes(schemeIdUri) && value !== undefined) return value;
  return undefined;
}

/**
 * Names the run of content of each Period by the MPD alone: a Period belongs to the run of the Period that it declares
 * to continue. An ad that plays twice, or an asset that begins again, is then a run of its own.
 * @returns `runOf` of `auditDashSession`
 * @see ISO/IEC 23009-1 §5.3.2.4; rule D3
 */
export function contentRuns(mpd: Mpd | undefined, options: ContentRunOptions = {}): RunOf {
  const schemes = options.isReplaced === true ? [CONTINUITY, CONNECTIVITY] : [CONTINUITY];
  const runs = new Map<string, string>();
  for (const period of mpd?.periods ?? []) {
    if (period.id === undefined) continue;
    const earlier = earlierOf(period, schemes);
    runs.set(period.id, earlier === undefined ? period.id : (runs.get(earlier) ?? earlier));
  }
  return (periodId) => runs.get(periodId) ?? periodId;
}
