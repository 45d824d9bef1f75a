import {
  countedDash,
  type DashItem,
  type DashProgramme,
  dashProgramme,
  type ReadItem,
  readDashItem,
  type StoredItem,
} from '@interlude/stitching';
import type { LinearProtocol } from './linear-protocol.ts';

function read(stored: StoredItem): ReadItem<DashItem> {
  if (stored.kind === 'missing') {
    return { kind: 'unusable', reason: stored.reason };
  }
  return stored.kind === 'hls'
    ? { kind: 'unusable', reason: 'it is an HLS playlist' }
    : readDashItem(stored);
}

export const dashProtocol: LinearProtocol<DashProgramme, DashProgramme> = {
  name: 'DASH',
  id: 'dash',
  key: 'takeover:dash',
  programme: ({ entries, filler }) =>
    dashProgramme(
      entries.map(({ settings, stored }) => ({ settings, read: read(stored) })),
      filler && read(filler),
    ),
  counted: countedDash,
  ready: (generation) => generation,
};
