/**
 * Encodes in the cloud of Bitmovin: the source is uploaded to a storage that Bitmovin reads, Bitmovin writes the segments
 * into the same storage, and they are downloaded and packaged. Nothing stays at Bitmovin or in the storage.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type EncodedPackage,
  packageSegments,
  type SegmentPlace,
  type TranscodeJob,
} from '@interlude/media-engine';
import type { ObjectStorage } from '@interlude/object-storage';
import type { Egress } from '@interlude/runtime';
import {
  type BitmovinAccount,
  type BitmovinApi,
  bitmovinFailed,
  createBitmovinApi,
} from './bitmovin-api.ts';
import { describeEncoding } from './bitmovin-encoding.ts';
import { inputOf, type OutputSystem, outputOf, outputPath } from './bitmovin-storage.ts';

export interface BitmovinEncoderOptions {
  readonly account: BitmovinAccount;
  /** `AUTO`, `AWS_EU_WEST_1`, … */
  readonly cloudRegion: string;
  /** A storage that Bitmovin reaches. */
  readonly storage: ObjectStorage;
  /** The system of that storage, with its credentials. */
  readonly system: OutputSystem;
  readonly egress: Pick<Egress, 'request'>;
  /** Longest interval between two status requests, milliseconds; default 10 s. */
  readonly pollMs?: number;
}

export interface BitmovinJob {
  readonly job: TranscodeJob;
  /** Shown in Bitmovin's own console. */
  readonly name: string;
  /** Storage folder of this attempt, ending in `/`; removed at the end. */
  readonly workFolder: string;
}

export interface BitmovinEncoder {
  /**
   * Encodes and packages: the folder appears complete or not at all.
   * @throws {DomainError} BITMOVIN_FAILED, PACKAGE_FAULTY, STORAGE_FAILED, STORAGE_FULL; the signal's reason
   */
  transcode(
    job: BitmovinJob,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (percent: number) => void },
  ): Promise<EncodedPackage>;
}

const DEFAULT_POLL_MS = 10_000;
/** Bitmovin may queue; the job's own time limit ends it earlier. */
const SOURCE_SECONDS = 24 * 3_600;
const DOWNLOADS_AT_ONCE = 4;
/** Share of each step in the progress, percent: upload of the source, encoding, download of the segments. */
const share = { source: 10, encoding: 80, download: 10 } as const;

async function sourceAddress(
  { storage }: BitmovinEncoderOptions,
  key: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const contentType = 'application/octet-stream';
  await storage.put(key, createReadStream(file), { contentType, ...(signal && { signal }) });
  const address = await storage.presign(key, { forWrite: false, seconds: SOURCE_SECONDS });
  if (address === undefined) throw bitmovinFailed('the storage has no URLs that it can read');
  return address;
}

async function awaitEnd(
  api: BitmovinApi,
  encodingId: string,
  pollMs: number,
  signal: AbortSignal | undefined,
  onProgress: (percent: number) => void,
): Promise<void> {
  // An ad is encoded within a minute or two: the first requests follow each other quickly.
  for (let waitMs = pollMs / 10; ; waitMs = Math.min(pollMs, waitMs * 1.5)) {
    const { status, progress, error } = await api.status(decodeURIComponent(encodingId));
    if (status === 'FINISHED') return;
    const isOver = status !== 'CREATED' && status !== 'QUEUED' && status !== 'RUNNING';
    if (isOver) {
      throw bitmovinFailed(error ?? `the encoding ended as ${status}`);
    }
    onProgress(progress);
    await pause(waitMs, undefined, signal ? { signal } : {});
  }
}

/** Downloads the segments of the given places; other files are skipped. */
async function download(
  { storage }: BitmovinEncoderOptions,
  from: string,
  folder: string,
  places: readonly SegmentPlace[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const folders = new Set(places.map((place) => place.folder));
  const files: { key: string; path: string }[] = [];
  for await (const { key } of storage.list(from)) {
    const path = key.slice(from.length);
    const slash = path.lastIndexOf('/');
    const isSegment = /^(init\.mp4|\d+\.(m4s|ts))$/.test(path.slice(slash + 1));
    if (isSegment && folders.has(path.slice(0, slash))) files.push({ key, path });
  }
  const waiting = files.values();
  const work = async () => {
    for (const { key, path } of waiting) {
      const { body } = await storage.read(key, signal ? { signal } : {});
      await pipeline(body, createWriteStream(join(folder, path)));
    }
  };
  const results = await Promise.allSettled(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

export function createBitmovinEncoder(options: BitmovinEncoderOptions): BitmovinEncoder {
  const { account, egress, storage, system, cloudRegion, pollMs = DEFAULT_POLL_MS } = options;
  const output = outputOf(system);
  /** Without the caller's signal: cleaning up follows an abort, too. */
  const cleaner = createBitmovinApi(account, egress);

  async function cleanUp(made: readonly string[], running: string | undefined, workFolder: string) {
    if (running !== undefined) await cleaner.act('POST', `${running}/stop`).catch(() => undefined);
    for (const path of made.toReversed()) {
      await cleaner.act('DELETE', path).catch(() => undefined);
    }
    // The purge of orphaned files removes a folder that cannot be removed now.
    await storage.removeFolder(workFolder).catch(() => undefined);
  }

  return {
    async transcode({ job, name, workFolder }, { signal, onProgress = () => undefined }) {
      const api = createBitmovinApi(account, egress, signal);
      const made: string[] = [];
      let running: string | undefined;
      const encoded = `${workFolder}encoded/`;
      try {
        return await packageSegments(job, 'bitmovin', async (folder, places) => {
          const address = await sourceAddress(options, `${workFolder}source`, job.file, signal);
          onProgress(share.source);
          const pathOf = (place: SegmentPlace) => outputPath(system, `${encoded}${place.folder}/`);
          const input = inputOf(address);
          const encodingId = await describeEncoding({
            ...{ api, job, name, cloudRegion, input, output, pathOf, places, made },
          });
          const encoding = `/encoding/encodings/${encodingId}`;
          running = encoding;
          await api.act('POST', `${encoding}/start`);
          await awaitEnd(api, encodingId, pollMs, signal, (percent) =>
            onProgress(share.source + (percent * share.encoding) / 100),
          );
          running = undefined;
          onProgress(share.source + share.encoding);
          await download(options, encoded, folder, places, signal);
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        await cleanUp(made, running, workFolder);
      }
    },
  };
}
