import type { AuditState } from '../audit-session.ts';
import type { DashAuditState } from '../dash/audit-dash-session.ts';
import type { AdOf } from '../observation.ts';
import type { FoldedFindings } from '../report/fold-findings.ts';

/** What is watched, and for how long. */
export interface WatchPlan {
  /** Of a multivariant playlist, a media playlist or an MPD. */
  readonly url: string;
  /** How long a live stream is watched, ms; what is on demand is read once. */
  readonly durationMs: number;
  /**
   * One rendition after the other, as a player that switches; else all side by side. `others`: the first one always,
   * the others one after the other.
   */
  readonly isInTurn?: boolean | 'others';
  /** Tells the ad of a segment's address; without it, rules about ads and content are not judged. */
  readonly adOf?: AdOf;
}

/** A request that is due. */
export interface Look {
  readonly rendition: string;
  readonly url: string;
  /** Epoch ms when the request began; left out: when its answer was complete. */
  readonly startedAtMs?: number;
}

/** What became of it; `url` is the address that answered, after redirects. */
export type Answer =
  | { readonly kind: 'text'; readonly url: string; readonly text: string; readonly bytes: number }
  /** `reason` is a sentence. */
  | { readonly kind: 'failed'; readonly reason: string; readonly bytes: number };

/** A manifest that is read again and again. */
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
  /** How often it is read while it changes, ms; undefined until it was read. */
  readonly reloadMs: number | undefined;
}

/** The protocol, and what the judge remembers; undefined until the first manifest was read. */
export type WatchedStream =
  | { readonly protocol: 'HLS'; readonly audit: AuditState }
  | { readonly protocol: 'DASH'; readonly audit: DashAuditState };

/** What is known of a stream that is watched. Opaque: begin with `beginWatch`. */
export interface WatchState {
  readonly plan: WatchPlan;
  readonly startedAtMs: number;
  readonly stream: WatchedStream | undefined;
  readonly isLive: boolean;
  readonly manifests: readonly WatchedManifest[];
  readonly folded: FoldedFindings;
  /** What was not judged, and why; sentences. */
  readonly notes: readonly string[];
  readonly bytes: number;
  /** Why nothing can be judged at all; a sentence. */
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
