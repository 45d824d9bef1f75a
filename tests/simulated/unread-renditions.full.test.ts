import { expect, it } from 'vitest';
import { awayManifests, awaySources } from './live-sources.ts';
import { watchLiveSources } from './watch-live-sources.ts';

/** H22 and the like: where a rendition begins again, it lists no discontinuity that stood elsewhere in the others. */
it.each([
  ['renditions of HLS', awaySources],
  ['the MPD', awayManifests],
] as const)(
  '%s that cannot be read for a while: every output stays right',
  async (_, sources) => {
    const watched = await watchLiveSources(sources, 6, 3);
    // The stale playlist is the source's fault, and has to be found.
    const isStale = (finding: string) => /: (H33 |D22:)/.test(finding);
    expect(watched.findings.some(isStale)).toBe(true);
    expect(watched.findings.filter((finding) => !isStale(finding))).toEqual([]);
  },
  600_000,
);
