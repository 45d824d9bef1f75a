/**
 * Reads packages of this installation from their storage, not over HTTP: their public address may be one that only
 * viewers reach, and a manifest need not go through a CDN.
 */
import { domainError } from '@interlude/contract/errors';
import { isObjectKey } from '@interlude/object-storage';
import type { Egress, TenantEgresses } from '@interlude/runtime';
import { parseMediaPath } from '../../media/media-path.ts';
import { assetLimits } from './asset-limits.ts';
import type { AssetRepository, ReadyAsset, StoredPlace } from './asset-repository.ts';

/** `a/b/c.m3u8` to `a/b/`. */
const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1);
/** Ids of companies have no space. */
const keyOf = (tenantId: string, folder: string) => `${tenantId} ${folder}`;

export interface StoredPackagesOptions {
  readonly repository: Pick<AssetRepository, 'read'>;
  readonly egress: TenantEgresses<'request'>;
  /** STITCHER_PUBLIC_URL without a slash at its end: files are at `/media/{systemId}/{key}` below it. */
  readonly publicUrl: string;
}

export class StoredPackages implements TenantEgresses<'request'> {
  readonly #options: StoredPackagesOptions;
  /**
   * Places of packages whose storage has an address of its own, by company and folder address: other companies may not
   * reach them.
   */
  readonly #folders = new Map<string, StoredPlace>();

  constructor(options: StoredPackagesOptions) {
    this.#options = options;
  }

  /** From now on files below the addresses of the asset are read from its storage. */
  learn(tenantId: string, asset: ReadyAsset): void {
    const place = { tenantId, systemId: asset.storageSystemId, key: asset.storageKey };
    for (const url of [asset.hlsUrl, asset.dashUrl].filter((one) => one !== '')) {
      const folder = keyOf(tenantId, folderOf(url));
      this.#folders.delete(folder);
      this.#folders.set(folder, place);
    }
    for (const folder of this.#folders.keys()) {
      if (this.#folders.size <= assetLimits.addresses) {
        return;
      }
      this.#folders.delete(folder);
    }
  }

  /**
   * Where the file of an address is stored that the company names; undefined for addresses that are not of this
   * installation.
   */
  placeOf(tenantId: string, url: string): StoredPlace | undefined {
    const plain = url.split(/[?#]/, 1)[0] ?? '';
    const place = this.#ownPlace(plain) ?? this.#learntPlace(tenantId, plain);
    return place && isObjectKey(place.key) ? place : undefined;
  }

  #ownPlace(url: string): StoredPlace | undefined {
    const { publicUrl } = this.#options;
    const path = url.startsWith(publicUrl)
      ? parseMediaPath(url.slice(publicUrl.length))
      : undefined;
    return path?.kind === 'ads' ? path : undefined;
  }

  #learntPlace(tenantId: string, url: string): StoredPlace | undefined {
    let folder = folderOf(url);
    // The manifest's folder, or that of a rendition below it.
    for (let depth = 0; depth < 3 && folder.length > 'https://'.length; depth += 1) {
      const place = this.#folders.get(keyOf(tenantId, folder));
      if (place) {
        return { ...place, key: place.key + url.slice(folder.length) };
      }
      folder = folderOf(folder.slice(0, -1));
    }
    return undefined;
  }

  /**
   * Requests for one company, which throw as those of the egress, and STORED_FILE_NOT_FOUND for a missing file of this
   * installation.
   */
  forTenant(tenantId: string): Pick<Egress, 'request'> {
    return { request: (request) => this.#request(tenantId, request) };
  }

  async #request(
    tenantId: string,
    request: Parameters<Egress['request']>[0],
  ): ReturnType<Egress['request']> {
    const place = this.placeOf(tenantId, request.url);
    if (!place) {
      return this.#options.egress.forTenant(tenantId).request(request);
    }
    const { maxBytes, timeoutMs } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
    try {
      const body = await this.#options.repository.read(place, { maxBytes, signal });
      return { status: 200, url: request.url, headers: {}, body };
    } catch (error) {
      if (timeout.aborted) {
        throw domainError('FETCH_TIMEOUT', { host: new URL(request.url).host, timeoutMs }, error);
      }
      throw error;
    }
  }
}
