/** Where conditioned creatives come from: the database and the storages, or values in a test. */
import type { ConditioningProfile } from '@interlude/conditioning';

/** A package of ours that is ready. */
export interface ReadyAsset {
  readonly id: string;
  readonly clipId: string;
  /** Of the profile that it was made for; see `ClipForm.hash`. */
  readonly profileHash: string;
  /** Addresses of its manifests; empty where the form has none. */
  readonly hlsUrl: string;
  readonly dashUrl: string;
  /** Empty = the built-in local folder. */
  readonly storageSystemId: string;
  /** A folder, ending in `/`. */
  readonly storageKey: string;
}

/** Empty where the package has none of the protocol. */
export function manifestOf(
  { hlsUrl, dashUrl }: Pick<ReadyAsset, 'hlsUrl' | 'dashUrl'>,
  manifestType: 'hls' | 'dash',
): string {
  return manifestType === 'dash' ? dashUrl : hlsUrl;
}

/** A creative in a form: what is encoded once. */
export interface ClipForm {
  readonly clipId: string;
  readonly profile: ConditioningProfile;
  /** Equal for equal profiles. */
  readonly hash: string;
}

export interface ClipRequest extends ClipForm {
  readonly tenantId: string;
  readonly channelId: string;
  /** Undefined = the source that the title has already. */
  readonly mediaUrl: string | undefined;
  /** Of the title that is made; empty = the clip's id. */
  readonly name: string;
  /** As the ad server says, ms. */
  readonly durationMs: number | undefined;
  readonly titleType: 'ad' | 'ad-slate';
}

export type ClipAnswer =
  | { readonly state: 'ready'; readonly asset: ReadyAsset }
  | { readonly state: 'encoding' }
  /** Several jobs failed: none is made until they are archived. */
  | { readonly state: 'failed' }
  /** Nothing can be made: no workflow, or no source. */
  | { readonly state: 'impossible'; readonly reason: string };

/** What changed in the assets of a tenant; undefined = changes may have been missed, of any tenant. */
export type AssetChange =
  | { readonly tenantId: string; readonly kind: 'ready' | 'removed' | 'jobs' }
  | undefined;

export interface AssetRepository {
  /** The assets of these clips that are ready, and some that are ready in other profiles, newest first; one query. */
  findReady(tenantId: string, clips: readonly ClipForm[]): Promise<readonly ReadyAsset[]>;
  /** The asset that has this manifest's address. */
  findByUrl(tenantId: string, url: string): Promise<ReadyAsset | undefined>;
  /** Makes at most one job per clip, however many request it. */
  request(request: ClipRequest): Promise<ClipAnswer>;
  /** Resolves when it listens; the answer ends it. */
  watch(onChange: (change: AssetChange) => void): Promise<() => void>;
  /** Bytes of a stored file. @throws {DomainError} STORED_FILE_NOT_FOUND, STORAGE_FAILED */
  read(
    place: StoredPlace,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<Buffer>;
}

export interface StoredPlace {
  readonly tenantId: string;
  readonly systemId: string;
  readonly key: string;
}
