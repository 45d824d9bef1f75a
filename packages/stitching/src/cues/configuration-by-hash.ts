// `segmentationConfiguration` is a map: beside the defaults an entry may stand under the hash of a source, of
// one of its renditions, or of a UPID or CAID, with values of its own.
import { segmentationConfiguration } from '@interlude/contract';
import type { SegmentationConfiguration } from './segmentation-rules.ts';

/** SHA-256 as lower-case hex. */
export type HashOf = (text: string) => string;

function hasEntries(root: SegmentationConfiguration): boolean {
  return Object.keys(root).some((key) => /^[0-9a-f]{64}$/i.test(key));
}

/**
 * The configuration under the hash of the first of these names that has an entry: its values over the
 * defaults. Undefined when none has one.
 * @param names UPIDs of a message, as texts
 * @see SCTE 35 §10.3.3.1; rule SCTE-S8
 */
export function configurationByHash(
  root: SegmentationConfiguration,
  names: readonly string[],
  hashOf: HashOf,
): SegmentationConfiguration | undefined {
  if (!hasEntries(root)) return undefined;
  const byHash = new Map(Object.entries(root).map(([key, value]) => [key.toLowerCase(), value]));
  for (const name of names) {
    const entry = byHash.get(hashOf(name));
    if (typeof entry !== 'object' || entry === null) continue;
    const read = segmentationConfiguration.safeParse({ ...root, ...entry });
    if (read.success) return read.data;
  }
  return undefined;
}
