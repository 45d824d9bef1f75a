import type { AuditState } from '../audit-session.ts';
import type { DashAuditState } from '../dash/audit-dash-session.ts';
import type { AdOf } from '../observation.ts';
import type { FoldedFindings } from '../report/fold-findings.ts';

/** The stream to watch, for how long, and how its renditions are requested. */
export interface WatchPlan {
  /** Of a multivariant playlist, a media playlist or an MPD. */
  readonly url: string;
  /** How long a live stream is watched, ms; a stream on demand is read once. */
  readonly durationMs: number;
  /**
   * True: one rendition per reload interval, as by a player that switches; left out: all renditions in each interval.
   * `others`: the first rendition in each interval, beside one of the others.
   */
  readonly isInTurn?: boolean | 'others';
  /** The ad that a segment's address belongs to; without it, rules about ads beside content are not judged. */
  readonly adOf?: AdOf;
}

/** A request that is due. */
export interface Look {
  readonly rendition: string;
  readonly url: string;
  /** Epoch ms when the request began; left out: when its answer was complete. */
  readonly startedAtMs?: number;
}

/** The answer to a look; `url` is the address that answered, after redirects. */
export type Answer =
  | { readonly kind: 'text'; readonly url: string; readonly text: string; readonly bytes: number }
  /** `reason` is a sentence. */
  | { readonly kind: 'failed'; readonly reason: string; readonly bytes: number };

/** A manifest under watch, and when it is requested next. */
export interface WatchedManifest {
  readonly rendition: string;
  readonly url: string;
  /** Epoch ms; undefined = never again. */
  readonly dueAtMs: number | undefined;
  /** Outputs that were judged. */
  readonly outputs: number;
  /** Attempts since the last output. */
  readonly failures: number;
  readonly lastText: string;
  /** In the last output, of a media playlist. */
  readonly segments: number;
  /** Reload interval while it changes, ms; undefined until it was read. */
  readonly reloadMs: number | undefined;
}

/** The protocol and the state of its judge; a watch has neither until its first manifest was read. */
export type WatchedStream =
  | { readonly protocol: 'HLS'; readonly audit: AuditState }
  | { readonly protocol: 'DASH'; readonly audit: DashAuditState };

/** State of one watch. Opaque: begin with `beginWatch`. */
export interface WatchState {
  readonly plan: WatchPlan;
  readonly startedAtMs: number;
  readonly stream: WatchedStream | undefined;
  readonly isLive: boolean;
  readonly manifests: readonly WatchedManifest[];
  readonly folded: FoldedFindings;
  /** Sentences that name each part that was not judged, and why. */
  readonly notes: readonly string[];
  readonly bytes: number;
  /** Why the stream cannot be judged at all; a sentence. */
  readonly problem: string | undefined;
}

export function withNote(state: WatchState, note: string): WatchState {
  return state.notes.includes(note) ? state : { ...state, notes: [...state.notes, note] };
}

export function withManifest(state: WatchState, changed: WatchedManifest): WatchState {
  const manifests = state.manifests.map((manifest) =>
    manifest.rendition === changed.rendition ? changed : manifest,
  );
  return { ...state, manifests };
}
