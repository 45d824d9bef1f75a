/** What HLS and DASH do differently with the items of a linear playlist. */
import type { LinearProtocolName, PlaylistItem } from '@interlude/contract';
import type {
  Generation,
  LinearProgramme,
  LinearWarning,
  StoredItem,
  Takeover,
} from '@interlude/stitching';

/** A playlist's items as they are stored, in its order. */
export interface StoredEntries {
  readonly entries: readonly { readonly settings: PlaylistItem; readonly stored: StoredItem }[];
  readonly filler: StoredItem | undefined;
}

export interface LinearProtocol<P extends LinearProgramme, S> {
  readonly name: 'HLS' | 'DASH';
  readonly id: LinearProtocolName;
  /** Under which takeovers are stored. */
  readonly key: string;
  programme(stored: StoredEntries): {
    readonly programme?: P | undefined;
    readonly warnings: readonly LinearWarning[];
  };
  counted(running: Generation<P>, atUs: number): Pick<Takeover, 'numbers' | 'discontinuities'>;
  /** What requests are answered from. */
  ready(generation: Generation<P>): Generation<S>;
}
