/** Where conditioned creatives come from: the database and the storages, or values in a test. */
import type { ConditioningProfile } from '@interlude/conditioning';

/** A package of ours that is ready. */
export interface ReadyAsset {
  readonly id: string;
  readonly clipId: string;
  /** Of the conditioning profile of the package; see `ClipForm.hash`. */
  readonly profileHash: string;
  /** Addresses of its manifests; empty where the package has none of the protocol. */
  readonly hlsUrl: string;
  readonly dashUrl: string;
  /** Empty = the built-in local folder. */
  readonly storageSystemId: string;
  /** A folder, ending in `/`. */
  readonly storageKey: string;
}

/** The address of the manifest for a protocol; empty where the package has none. */
export function manifestOf(
  { hlsUrl, dashUrl }: Pick<ReadyAsset, 'hlsUrl' | 'dashUrl'>,
  manifestType: 'hls' | 'dash',
): string {
  return manifestType === 'dash' ? dashUrl : hlsUrl;
}

/** A creative with the conditioning profile for it: encoded once. */
export interface ClipForm {
  readonly clipId: string;
  readonly profile: ConditioningProfile;
  /** Of the profile: equal for equal profiles. */
  readonly hash: string;
}

export interface ClipRequest extends ClipForm {
  readonly tenantId: string;
  readonly channelId: string;
  /** Undefined = the source that the title has already. */
  readonly mediaUrl: string | undefined;
  /** Name of the title that is made; empty = the clip id. */
  readonly name: string;
  /** Duration by the VAST answer, ms. */
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

/** A change in the assets of a tenant; undefined = changes may have been missed, of any tenant. */
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
  /** Calls back on every change; resolves, once it listens, with a function that ends it. */
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
