/** Texts as numbers, per tenant: channels, campaigns, and the values of each dimension. */
import { type Dimension, dimensions, type KeyText } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Numbers are stored: append, never reorder. */
export const channelKind = 1;
export const campaignKind = 2;
const firstDimensionKind = 10;

export const dimensionKind = (dimension: Dimension) => firstDimensionKind + dimensions[dimension];

export interface Term {
  readonly tenant: KeyText;
  readonly kind: number;
  /** '' = none, number 0. */
  readonly text: KeyText;
}

const keyOf = (tenant: string, kind: number, text: string) => `${tenant}\u0000${kind}\u0000${text}`;

interface TermRow {
  readonly tenant_id: string;
  readonly kind: number;
  readonly ext: string;
  readonly id: number;
}

/** Reads, and in a second step inserts what is missing: an upsert of known terms would use up numbers. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  numberOf({ tenant, kind, text }: Term): number {
    if (text === '') return 0;
    const number = this.#numbers.get(keyOf(tenant, kind, text));
    if (number === undefined) throw new Error('a term of the batch has no number');
    return number;
  }

  async load(db: Kysely<Schema>, terms: Iterable<Term>): Promise<void> {
    const wanted = new Map<string, Term>();
    for (const term of terms) {
      const { tenant, kind, text } = term;
      if (text !== '') wanted.set(keyOf(tenant, kind, text), term);
    }
    await this.#read(db, wanted);
    if (wanted.size === 0) return;
    await this.#insert(db, wanted);
    await this.#read(db, wanted); // a term that another writer inserted meanwhile
    if (wanted.size > 0) throw new Error('terms could not be added');
  }

  #take(rows: readonly TermRow[], wanted: Map<string, Term>): void {
    for (const { tenant_id: tenant, kind, ext: text, id } of rows) {
      const key = keyOf(tenant, kind, text);
      this.#numbers.set(key, id);
      wanted.delete(key);
    }
  }

  async #read(db: Kysely<Schema>, wanted: Map<string, Term>): Promise<void> {
    if (wanted.size === 0) return;
    const { rows } = await sql<TermRow>`
      select d.tenant_id, d.kind, d.ext, d.id from terms d
      join ${termTable(wanted)} on (d.tenant_id, d.kind, d.ext) = (w.tenant_id, w.kind, w.ext)
    `.execute(db);
    this.#take(rows, wanted);
  }

  async #insert(db: Kysely<Schema>, wanted: Map<string, Term>): Promise<void> {
    const { rows } = await sql<TermRow>`
      insert into terms (tenant_id, kind, ext)
      select w.tenant_id, w.kind, w.ext from ${termTable(wanted)}
      order by w.tenant_id, w.kind, w.ext
      on conflict (tenant_id, kind, ext) do nothing
      returning tenant_id, kind, ext, id`.execute(db);
    this.#take(rows, wanted);
  }
}

function termTable(wanted: Map<string, Term>) {
  const terms = [...wanted.values()];
  return sql`unnest(${terms.map((term) => term.tenant)}::text[], ${terms.map((term) => term.kind)}::smallint[], ${terms.map((term) => term.text)}::text[]) as w (tenant_id, kind, ext)`;
}
