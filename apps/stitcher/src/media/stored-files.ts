/** Stored files for the app: where they are, who reads them, and how many bytes were served. */
import type { Clock, Logger } from '@interlude/runtime';
import type { Routes } from '../http/routes.ts';
import { MediaRoutes } from './media-routes.ts';
import { RemoteFiles } from './remote-files.ts';
import { ServedBytes, type ServedBytesOptions } from './served-bytes.ts';
import type { TenantStorages } from './tenant-storages.ts';

export interface StoredFilesParts {
  readonly storages: TenantStorages;
  readonly writeServed: ServedBytesOptions['write'];
}

export interface StoredFiles {
  readonly routes: readonly Routes[];
  start(): void;
  stop(): Promise<void>;
}

/** Without parts there are no files, and `/media/` is no address. */
export function createStoredFiles(
  parts: StoredFilesParts | undefined,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): StoredFiles {
  if (parts === undefined) {
    return { routes: [], start: () => undefined, stop: async () => undefined };
  }
  const served = new ServedBytes({ write: parts.writeServed, clock, logger });
  return {
    routes: [
      new MediaRoutes({ storages: parts.storages, served, remoteFiles: new RemoteFiles(clock) }),
    ],
    start: () => served.start(),
    stop: () => served.stop(),
  };
}
