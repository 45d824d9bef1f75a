/** A pod as a record of the beacon journal, and back: with what its events need, without media. */
import type { Creative, CreativeRendition, CreativeSegment } from '@interlude/stitching';
import { campaignOfExtensions, type InlineAd, type XmlNode } from '@interlude/vast';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PodRecord } from './journal-records.ts';

/** Of all extensions the campaign alone is kept, in one form: every event is counted with it. */
function campaignExtensions({ extensions }: InlineAd): XmlNode[] {
  const text = campaignOfExtensions(extensions);
  return text === undefined
    ? []
    : [{ name: 'Extension', attributes: { type: 'campaign' }, children: [], text }];
}

/** The trackers and names of an ad; its media and everything for clients is left out. */
function trimmedAd(ad: InlineAd): InlineAd {
  const [creative] = ad.creatives;
  return {
    ...ad,
    extensions: campaignExtensions(ad),
    adVerifications: [],
    otherCreatives: [],
    creatives: creative ? [{ ...creative, mediaFiles: [], mezzanines: [], icons: [] }] : [],
  };
}

export function podRecord(mark: string, decided: DecidedPod): PodRecord {
  const { avail, startMs, pod, ads } = decided;
  return {
    k: 'p',
    s: mark,
    b: avail.breakId,
    startMs,
    avail,
    occupiesMs: pod.occupiesMs,
    placements: pod.placements.map(({ creative, ...placement }) => ({
      ...placement,
      creativeId: creative.creativeId,
      address: creative.address,
      renditions: Object.fromEntries(
        Object.entries(creative.renditions).map(([id, { segments }]) => [
          id,
          segments.map(({ durationSeconds }) => durationSeconds),
        ]),
      ),
    })),
    ads: [...ads].map(([index, ad]) => [index, trimmedAd(ad)] as const),
  };
}

function rendition(durations: readonly number[]): CreativeRendition {
  const startsMs: number[] = [];
  let atMs = 0;
  const segments = durations.map((durationSeconds): CreativeSegment => {
    startsMs.push(atMs);
    atMs += durationSeconds * 1000;
    return { durationSeconds, extinf: '', uri: '' };
  });
  return { segments, startsMs };
}

/** @param firedEvents events by index of the placement, a bit each */
export function resumedPod(
  record: PodRecord,
  firedEvents: ReadonlyMap<number, number> | undefined,
): DecidedPod {
  const placements = record.placements.map(({ renditions, creativeId, address, ...placement }) => {
    const creative: Creative = {
      creativeId,
      address,
      durationMs: placement.durationMs,
      boundariesMs: [],
      begunAfterMs: 0,
      renditions: Object.fromEntries(
        Object.entries(renditions).map(([id, durations]) => [id, rendition(durations)]),
      ),
    };
    return { ...placement, creative };
  });
  return {
    avail: record.avail,
    startMs: record.startMs,
    pod: {
      placements,
      remainder: 'none',
      adMs: 0,
      occupiesMs: record.occupiesMs ?? 0,
      dropped: [],
    },
    ads: new Map(record.ads),
    firedEvents: placements.map((_, index) => firedEvents?.get(index) ?? 0),
  };
}
