/** Which manifests belong to a selection. Pure. */
import type { MonitoringLane } from '@interlude/contract';
import { lastAt, type TimelineModel } from '../timeline/entries.ts';
import { entryAt } from '../timeline/hit.ts';
import type { Item } from '../timeline/item.ts';

/** Empty: it is not known; the counterpart of the other one takes its place. */
export interface ManifestKeys {
  readonly source: string;
  readonly output: string;
  /** The lane that the selection itself stands in. */
  readonly own: MonitoringLane;
}

/**
 * An entry names the manifest that listed it first. That of the output which has the same content, or an ad in its
 * place, is the one to compare a source segment with; for the output it is what the source was just before.
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

/** Of the newest segment that was listed at a time. */
function newestKey(model: TimelineModel, lane: MonitoringLane, atMs: number): string {
  const byLoad = model.lanes[lane].segments.toSorted((a, b) => a.loadTime - b.loadTime);
  return byLoad[lastAt(byLoad, ({ loadTime }) => loadTime, atMs)]?.manifestKey ?? '';
}
