import {
  countedHls,
  type HlsGeneration,
  type HlsItem,
  type HlsProgramme,
  hlsGeneration,
  hlsProgramme,
  type ReadItem,
  readHlsItem,
  type StoredItem,
} from '@interlude/stitching';
import type { LinearProtocol } from './linear-protocol.ts';

function read(stored: StoredItem): ReadItem<HlsItem> {
  if (stored.kind === 'missing') {
    return { kind: 'unusable', reason: stored.reason };
  }
  if (stored.kind === 'dash') {
    return { kind: 'unusable', reason: 'it is a DASH manifest' };
  }
  try {
    return readHlsItem(stored);
  } catch {
    return { kind: 'unusable', reason: 'its playlists are beyond the limits' };
  }
}

export const hlsProtocol: LinearProtocol<HlsProgramme, HlsGeneration> = {
  name: 'HLS',
  id: 'hls',
  key: 'takeover:hls',
  programme: ({ entries, filler }) =>
    hlsProgramme(
      entries.map(({ settings, stored }) => ({ settings, read: read(stored) })),
      filler && read(filler),
    ),
  counted: countedHls,
  ready: hlsGeneration,
};
