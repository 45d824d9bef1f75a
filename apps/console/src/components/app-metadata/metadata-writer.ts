/**
 * Writes a person's choices (API-028, OP-55): `later` gathers changes for a second and sends them in one call, `now`
 * sends at once, with what was gathered, and can be awaited. Calls go out one after another, so that an older one never
 * overtakes a newer one.
 */
import type { AppMetadata } from '@interlude/contract';

export type MetadataPatch = Partial<
  Pick<AppMetadata, 'timePeriods' | 'dashboardItems' | 'reportSettings' | 'selectedChannels'>
>;

/** Quiet time after which gathered changes are sent, in milliseconds. */
export const gatherMs = 1_000;

export interface MetadataWriter {
  readonly later: (patch: MetadataPatch) => void;
  /** Rejects when the server refuses. */
  readonly now: (patch: MetadataPatch) => Promise<void>;
  /** Sends what was gathered, e.g. before the page is left. */
  readonly flush: () => void;
}

interface MetadataWriterOptions {
  readonly send: (patch: MetadataPatch) => Promise<void>;
  /** Called with the error of a gathered change that was refused: no caller awaits it. */
  readonly onFailure: (error: unknown) => void;
}

export function createMetadataWriter({ send, onFailure }: MetadataWriterOptions): MetadataWriter {
  let gathered: MetadataPatch = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<void> = Promise.resolve();
  const now = (patch: MetadataPatch): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const body = { ...gathered, ...patch };
    gathered = {};
    const sent = last.then(() => send(body));
    last = sent.catch(() => undefined);
    return sent;
  };
  const flush = () => {
    if (timer !== undefined) now({}).catch(onFailure);
  };
  return {
    later: (patch) => {
      gathered = { ...gathered, ...patch };
      clearTimeout(timer);
      timer = setTimeout(flush, gatherMs);
    },
    now,
    flush,
  };
}
