/** The manifests that belong to a selected item. Pure. */
import type { MonitoringLane } from '@interlude/contract';
import { lastAt, type TimelineModel } from '../timeline/entries.ts';
import { entryAt } from '../timeline/hit.ts';
import type { Item } from '../timeline/item.ts';

/** Keys of the manifests to show. Empty: not known; the counterpart of the other manifest is shown instead. */
export interface ManifestKeys {
  readonly source: string;
  readonly output: string;
  /** The lane of the selected item. */
  readonly own: MonitoringLane;
}

/**
 * An entry names the manifest that listed it first. A source segment is compared with the output manifest that listed
 * the same content, or the ad in its place; an output entry with the source manifest that was read just before.
 */
export function manifestKeysOf(model: TimelineModel, item: Item): ManifestKeys {
  if (item.kind === 'message') {
    const own = item.message.sourceHealthy ? 'output' : 'source';
    const key = item.message.manifest || newestKey(model, own, item.message.loadTime);
    return keysWith(own, key, '');
  }
  if (item.kind === 'finding') return keysWith(item.finding.lane, item.finding.manifestKey, '');
  if (item.kind === 'splice') {
    const entry = entryAt(model.lanes.output.segments, item.splice.at + 1, 0);
    return keysWith('output', entry?.manifestKey ?? '', '');
  }
  const { entry, lane } = item;
  return keysWith(
    lane,
    entry.manifestKey,
    lane === 'source' ? outputKeyFor(model, item.entry) : '',
  );
}

function keysWith(own: MonitoringLane, key: string, other: string): ManifestKeys {
  return own === 'source'
    ? { own, source: key, output: other }
    : { own, source: other, output: key };
}

function outputKeyFor(
  model: TimelineModel,
  { uri, start }: { uri: string; start: number },
): string {
  const { segments } = model.lanes.output;
  const same = segments.find(({ origUri }) => origUri === uri || origUri.endsWith(`/${uri}`));
  return (same ?? entryAt(segments, start + 1, 0))?.manifestKey ?? '';
}

/** Key of the manifest that listed the newest segment at a time. */
function newestKey(model: TimelineModel, lane: MonitoringLane, atMs: number): string {
  const byLoad = model.lanes[lane].segments.toSorted((a, b) => a.loadTime - b.loadTime);
  return byLoad[lastAt(byLoad, ({ loadTime }) => loadTime, atMs)]?.manifestKey ?? '';
}
