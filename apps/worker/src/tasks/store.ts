/** Writes the package to the storage, manifests last: a reader never finds an incomplete package. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { taskCatalogue } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { contentTypeOf } from '@interlude/object-storage';
import { attemptFolder, removeAttempts } from './stored-folder.ts';
import type { Task } from './task.ts';
import { requireArtifact } from './task.ts';

const parallel = 4;

export const store: Task = async (context, settings) => {
  const { run, services, artifacts, signal } = context;
  const { folder: source, package: made } = requireArtifact(artifacts.encoded, 'package');
  const { free, limit, used } = await services.freeBytes(run.tenantId);
  if (made.bytes > free) {
    throw domainError('STORAGE_QUOTA_REACHED', { limitBytes: limit, usedBytes: used });
  }
  const place = await services.findStorage(
    run.tenantId,
    taskCatalogue.store.settings.parse(settings).systemId,
  );
  const folder = attemptFolder(run);
  // A worker that was killed may have left files of an earlier attempt.
  await removeAttempts(services, run);

  const manifests = new Set(made.manifests.map(({ path }) => path));
  let bytes = 0;
  const put = async (path: string, size: number) => {
    signal.throwIfAborted();
    const body = createReadStream(join(source, path));
    await place.storage.put(`${folder}${path}`, body, {
      contentType: contentTypeOf(path),
      signal,
    });
    bytes += size;
    context.progress((bytes / made.bytes) * 100);
  };
  const putAll = async (files: readonly { path: string; bytes: number }[]) => {
    const waiting = files.values();
    const work = async () => {
      for (const file of waiting) await put(file.path, file.bytes);
    };
    const results = await Promise.allSettled(Array.from({ length: parallel }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  await putAll(made.files.filter(({ path }) => !manifests.has(path)));
  await putAll(made.files.filter(({ path }) => manifests.has(path)));
  artifacts.stored = {
    systemId: place.systemId,
    folder,
    urlOf: (path) => place.urlOf(`${folder}${path}`),
  };
  const megabytes = (made.bytes / 1_000_000).toFixed(1);
  return { message: `${made.files.length} files, ${megabytes} MB, in ${place.storage.kind}.` };
};
