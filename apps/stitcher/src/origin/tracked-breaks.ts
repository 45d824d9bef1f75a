/** Common part of the break finders of both protocols: the breaks so far, and the configuration that reads markers. */
import { createHash } from 'node:crypto';
import type { ChannelSettings } from '@interlude/contract';
import {
  type AdBreak,
  type BreakState,
  boundedCues,
  type Cue,
  configurationByHash,
  NO_BREAKS,
  type SegmentationConfiguration,
  trackBreaks,
} from '@interlude/stitching';

export class TrackedBreaks {
  #state: BreakState;
  #version = 0;

  /** @param known breaks that were tracked before; left out: none */
  constructor(known?: readonly AdBreak[]) {
    this.#state = known ? { breaks: known } : NO_BREAKS;
  }

  get all(): readonly AdBreak[] {
    return this.#state.breaks;
  }

  /** Changes with every reading that found a new, longer, shorter or ended break. */
  get version(): number {
    return this.#version;
  }

  /** Enters the cues of a reading. */
  track(cues: readonly Cue[], options: Parameters<typeof trackBreaks>[2]): void {
    const tracked = trackBreaks(this.#state, boundedCues(cues, 'newest'), options);
    this.#state = tracked.state;
    if (tracked.opened.length + tracked.updated.length + tracked.closed.length > 0) {
      this.#version += 1;
    }
  }
}

/** @param url address of the manifest: it may have a configuration of its own, as may the channel's addresses */
export function configurationOfSource(
  { segmentationConfiguration: root, sourceManifestUrl, trueSourceUrl }: ChannelSettings,
  url: string,
): SegmentationConfiguration {
  const names = [url, trueSourceUrl, sourceManifestUrl].filter((name) => name !== '');
  return configurationByHash(root, names, nameHash) ?? root;
}

/** SHA-256, lower-case hex: the key under which an address or a content id may have a configuration of its own. */
export const nameHash = (text: string): string =>
  createHash('sha256').update(text, 'latin1').digest('hex');
