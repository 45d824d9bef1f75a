/** Wires the routes of stored files: storages, cache of remote files, and count of served bytes. */
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

/** Without `parts` no file is served: `/media/` has no route. */
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
