/** Copies the source into the work folder: from the storage, or from its URL through the egress guard. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { taskCatalogue } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { StoredMedia } from '@interlude/persistence';
import type { Task, TaskContext } from './task.ts';

const headersTimeoutMs = 30_000;
const idleTimeoutMs = 60_000;

interface Source {
  readonly body: Readable;
  /** Bytes; undefined = not declared. */
  readonly length: number | undefined;
}

async function openStored(
  context: TaskContext,
  file: NonNullable<StoredMedia['file']>,
): Promise<Source> {
  const { services, run, signal } = context;
  const { storage } = await services.findStorage(run.tenantId, file.systemId);
  const { object, body } = await storage.read(file.key, { signal });
  return { body, length: object.sizeBytes };
}

interface Limits {
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
}

async function openRemote(context: TaskContext, url: string, limits: Limits): Promise<Source> {
  const answer = await context.services.egress.forTenant(context.run.tenantId).stream({
    url,
    headers: { accept: 'video/*, audio/*, */*' },
    headersTimeoutMs,
    idleTimeoutMs,
    timeoutMs: limits.timeoutSeconds * 1_000,
    maxBytes: limits.maxBytes,
    signal: context.signal,
  });
  if (answer.status !== 200) {
    answer.body.destroy();
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  }
  const length = Number(answer.headers['content-length']);
  return { body: answer.body, length: length > 0 ? length : undefined };
}

/** Enforces the size limit of the workflow, for files from the storage, too. */
function counter(host: string, maxBytes: number, onBytes: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        done(domainError('FETCH_TOO_LARGE', { host, maxBytes }));
        return;
      }
      onBytes(bytes);
      done(null, chunk);
    },
  });
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

export const download: Task = async (context, settings) => {
  const { run, artifacts, signal } = context;
  const [media] = run.inputs;
  if (media === undefined) throw domainError('JOB_SOURCE_GONE');
  const limits: Limits = taskCatalogue.download.settings.parse(settings);
  const isStored = media.file !== undefined;
  const source =
    media.file === undefined
      ? await openRemote(context, media.url, limits)
      : await openStored(context, media.file);
  const place = isStored ? 'the storage' : new URL(media.url).host;
  // A fixed name: the extension of the source is not trusted.
  const path = join(context.folder, 'source');
  await pipeline(
    source.body,
    counter(place, limits.maxBytes, (bytes) => {
      if (source.length !== undefined) context.progress((bytes / source.length) * 100);
    }),
    createWriteStream(path),
    { signal },
  );
  const { size } = await stat(path);
  if (size === 0) throw domainError('MEDIA_UNREADABLE', { reason: 'it is empty' });
  artifacts.file = path;
  artifacts.fileBytes = size;
  return { message: `${megabytes(size)} from ${place}.` };
};
