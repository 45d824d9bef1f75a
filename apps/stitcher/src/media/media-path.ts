/**
 * `/media/{systemId}/{tenantId}/{ads|sources}/…`. Keys are made by the server of characters that need no
 * percent-encoding, so an address with a percent sign is none of ours: there is nothing to decode, and nothing
 * to be decoded twice.
 */
import { isObjectKey } from '@interlude/object-storage';
import { pathEnd } from '../http/path.ts';
import { mediaLimits } from './media-limits.ts';

export const mediaPrefix = '/media/';

export interface MediaPath {
  readonly tenantId: string;
  /** Empty = the built-in local folder. */
  readonly systemId: string;
  readonly key: string;
  readonly kind: 'ads' | 'sources';
}

/** The id of the built-in folder in addresses, where a path may have no empty part. */
const builtIn = 'local';

/** Parses an address; undefined when no file is served there: uploads under way have no address. */
export function parseMediaPath(url: string): MediaPath | undefined {
  const end = pathEnd(url);
  if (!url.startsWith(mediaPrefix) || end > mediaLimits.pathChars) {
    return undefined;
  }
  const path = url.slice(mediaPrefix.length, end);
  const [system = '', tenantId = '', kind = '', ...rest] = path.split('/');
  const key = path.slice(system.length + 1);
  if (!isObjectKey(key) || !/^[A-Za-z0-9_-]*$/.test(system) || rest.length === 0) {
    return undefined;
  }
  const systemId = system === builtIn ? '' : system;
  return kind === 'ads' || kind === 'sources' ? { tenantId, systemId, key, kind } : undefined;
}
