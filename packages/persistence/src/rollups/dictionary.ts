/** Texts as numbers, per tenant: channels, campaigns, and the values of each dimension. */
import { type Dimension, dimensions } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Numbers are stored: append, never reorder. */
export const channelKind = 1;
export const campaignKind = 2;
const firstDimensionKind = 10;

export const dimensionKind = (dimension: Dimension) => firstDimensionKind + dimensions[dimension];

export interface Word {
  readonly tenant: string;
  readonly kind: number;
  /** '' = none, number 0. */
  readonly text: string;
}

const keyOf = ({ tenant, kind, text }: Word) => `${tenant}\u0000${kind}\u0000${text}`;

interface WordRow {
  readonly tenant_id: string;
  readonly kind: number;
  readonly ext: string;
  readonly id: number;
}

/** Reads, and in a second step inserts what is missing: an upsert of known words would use up numbers. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();

  numberOf(word: Word): number {
    if (word.text === '') return 0;
    const number = this.#numbers.get(keyOf(word));
    if (number === undefined) throw new Error('a word of the batch is not in the dictionary');
    return number;
  }

  async load(db: Kysely<Schema>, words: Iterable<Word>): Promise<void> {
    const wanted = new Map<string, Word>();
    for (const word of words) if (word.text !== '') wanted.set(keyOf(word), word);
    await this.#read(db, wanted);
    if (wanted.size === 0) return;
    await this.#insert(db, wanted);
    await this.#read(db, wanted); // a word that another writer inserted meanwhile
    if (wanted.size > 0) throw new Error('words could not be added to the dictionary');
  }

  #take(rows: readonly WordRow[], wanted: Map<string, Word>): void {
    for (const { tenant_id: tenant, kind, ext: text, id } of rows) {
      const key = keyOf({ tenant, kind, text });
      this.#numbers.set(key, id);
      wanted.delete(key);
    }
  }

  async #read(db: Kysely<Schema>, wanted: Map<string, Word>): Promise<void> {
    if (wanted.size === 0) return;
    const { rows } = await sql<WordRow>`
      select d.tenant_id, d.kind, d.ext, d.id from dict d
      join ${wordTable(wanted)} on (d.tenant_id, d.kind, d.ext) = (w.tenant_id, w.kind, w.ext)
    `.execute(db);
    this.#take(rows, wanted);
  }

  async #insert(db: Kysely<Schema>, wanted: Map<string, Word>): Promise<void> {
    const { rows } = await sql<WordRow>`
      insert into dict (tenant_id, kind, ext)
      select w.tenant_id, w.kind, w.ext from ${wordTable(wanted)}
      order by w.tenant_id, w.kind, w.ext
      on conflict (tenant_id, kind, ext) do nothing
      returning tenant_id, kind, ext, id`.execute(db);
    this.#take(rows, wanted);
  }
}

function wordTable(wanted: Map<string, Word>) {
  const words = [...wanted.values()];
  return sql`unnest(${words.map((word) => word.tenant)}::text[], ${words.map((word) => word.kind)}::smallint[], ${words.map((word) => word.text)}::text[]) as w (tenant_id, kind, ext)`;
}
