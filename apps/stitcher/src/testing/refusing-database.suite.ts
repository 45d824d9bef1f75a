/** A database that refuses events, for tests of what is set aside. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Batch, BatchRefused, type StitcherEvent } from '@interlude/reporting';
import { afterEach, beforeEach } from 'vitest';

export const setAsideAtMs = Date.UTC(2026, 10, 23, 12);

export const impression = (tenant: string, creative: string): StitcherEvent => ({
  type: 'impression',
  atMs: setAsideAtMs,
  tenant,
  channel: 'c',
  session: 's',
  viewer: '',
  creative,
});

export const hasCreative = (name: string) => (batch: Batch) =>
  batch.rows.some(({ dimension, value }) => dimension === 'creative' && value === name);

/** A data folder for each test of the file that calls it. */
export function dataFolderOfTest() {
  const here = { data: '' };
  beforeEach(async () => {
    here.data = await mkdtemp(join(tmpdir(), 'interlude-aside-'));
  });
  afterEach(() => rm(here.data, { recursive: true, force: true }));
  return {
    get data() {
      return here.data;
    },
    /** Names of the files of events that were set aside. */
    files: () => readdir(join(here.data, 'set-aside')).catch(() => []),
  };
}

/** Counts as the rollups do: a ledger, and everything or nothing of a batch. */
export function refusingDatabase() {
  const ledger = new Map<string, number[]>();
  const purged = new Map<string, number>();
  const counted = new Map<string, number>();
  const state = { isAway: false, refuses: (_: Batch): boolean => false, trials: 0 };
  const check = (batch: Batch) => {
    if (state.isAway) {
      throw new Error('the database is away');
    }
    if (state.refuses(batch)) {
      throw new BatchRefused('PostgreSQL refuses it for good (SQLSTATE 54000)', undefined);
    }
  };
  const isKnown = ({ writer, seq }: Batch) =>
    (ledger.get(writer) ?? []).includes(seq) || seq <= (purged.get(writer) ?? 0);
  return {
    counted,
    state,
    /** Purges the ledger; the highest number of each writer stays known. */
    purge: () => {
      for (const [writer, seqs] of ledger) {
        purged.set(writer, Math.max(...seqs));
      }
      ledger.clear();
    },
    apply: async (batch: Batch) => {
      if (!state.isAway && isKnown(batch)) {
        return false;
      }
      check(batch);
      ledger.set(batch.writer, [...(ledger.get(batch.writer) ?? []), batch.seq]);
      for (const { tenant, adEvents } of batch.usage) {
        counted.set(tenant, (counted.get(tenant) ?? 0) + adEvents);
      }
      return true;
    },
    fits: async (batch: Batch) => {
      state.trials += 1;
      try {
        check(batch);
        return true;
      } catch (error) {
        if (error instanceof BatchRefused) {
          return false;
        }
        throw error;
      }
    },
  };
}
