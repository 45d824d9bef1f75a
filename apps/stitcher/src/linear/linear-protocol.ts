/** Handling of the items of a linear playlist that differs between HLS and DASH. */
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
  /** Key under which takeovers are stored. */
  readonly key: string;
  programme(stored: StoredEntries): {
    readonly programme?: P | undefined;
    readonly warnings: readonly LinearWarning[];
  };
  counted(running: Generation<P>, atUs: number): Pick<Takeover, 'numbers' | 'discontinuities'>;
  /** The generation in the form from which requests are answered. */
  ready(generation: Generation<P>): Generation<S>;
}
