/** Terms: numbers for texts, per tenant; for channels, campaigns, and the values of each dimension. */
import { type Dimension, dimensions, type KeyText, otherText } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Kinds are stored as numbers: append, never reorder. */
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

interface TermGroup {
  readonly tenant_id: string;
  readonly kind: number;
  added: number;
}

interface TermRow {
  readonly tenant_id: string;
  readonly kind: number;
  readonly ext: string;
  readonly id: number;
  /** Days since 1970-01-01 UTC. */
  readonly used_day: number;
}

/** New terms of one company and kind on a UTC day, over all writers. */
export const newTermsPerDay = 10_000;

/** Terms of a company that were counted as `otherText`. */
export interface FoldedTerms {
  readonly tenant: string;
  readonly kind: number;
  readonly terms: number;
}

export interface TermBound {
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly newPerDay: number;
}

/**
 * Numbers of terms. Reads known terms, and inserts only the missing ones: an upsert of known terms would use up
 * numbers.
 */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #folded = new Set<string>();
  readonly #bound: TermBound;

  constructor(bound: TermBound) {
    this.#bound = bound;
  }

  /** Whether the text exceeded the new terms that its company may add on a day. */
  isFolded({ tenant, kind, text }: Term): boolean {
    return this.#folded.has(keyOf(tenant, kind, text));
  }

  numberOf({ tenant, kind, text }: Term): number {
    if (text === '') return 0;
    const number = this.#numbers.get(keyOf(tenant, kind, text));
    if (number === undefined) throw new Error('a term of the batch has no number');
    return number;
  }

  /**
   * Reads and adds the numbers of terms. @returns terms beyond the bound: count them as `otherText`, which has a number
   * then
   */
  async load(db: Kysely<Schema>, terms: Iterable<Term>): Promise<FoldedTerms[]> {
    const wanted = new Map<string, Term>();
    for (const term of terms) {
      const { tenant, kind, text } = term;
      if (text !== '') wanted.set(keyOf(tenant, kind, text), term);
    }
    await this.#read(db, wanted);
    if (wanted.size === 0) return [];
    const groups = await this.#addedToday(db, wanted);
    await this.#read(db, wanted); // what another writer inserted before it let go of the day
    const folded = this.#fold(groups, wanted);
    await this.#noteAdded(db, groups);
    await this.#insert(db, wanted);
    await this.#read(db, wanted); // the term of the others, where it was known
    if (wanted.size > 0) throw new Error('terms could not be added');
    return folded;
  }

  /**
   * New terms of each company and kind on the day; its row lock keeps other writers from adding any until the
   * transaction ends.
   */
  async #addedToday(db: Kysely<Schema>, wanted: ReadonlyMap<string, Term>): Promise<TermGroup[]> {
    const { day } = this.#bound;
    const kinds = new Map(
      [...wanted.values()].map((term) => [keyOf(term.tenant, term.kind, ''), term]),
    );
    const { rows } = await sql<TermGroup>`
      insert into term_days as t (tenant_id, kind, day, added)
      select w.tenant_id, w.kind, ${day}::integer, 0 from ${termTable(kinds)}
      order by w.tenant_id, w.kind
      on conflict (tenant_id, kind, day) do update set added = t.added
      returning tenant_id, kind, added`.execute(db);
    return rows;
  }

  /** Replaces the terms beyond the bound by `otherText`. */
  #fold(groups: TermGroup[], wanted: Map<string, Term>): FoldedTerms[] {
    const byGroup = Map.groupBy(wanted, ([, { tenant, kind }]) => keyOf(tenant, kind, ''));
    return groups.flatMap((group) => {
      const { tenant_id: tenant, kind } = group;
      const missing = byGroup.get(keyOf(tenant, kind, '')) ?? [];
      const room = Math.max(0, this.#bound.newPerDay - group.added);
      const beyond = missing.slice(room);
      group.added += missing.length - beyond.length;
      for (const [key, term] of beyond) {
        wanted.delete(key);
        this.#folded.add(key);
        wanted.set(keyOf(tenant, kind, otherText), { ...term, text: otherText });
      }
      return beyond.length === 0 ? [] : [{ tenant, kind, terms: beyond.length }];
    });
  }

  async #noteAdded(db: Kysely<Schema>, groups: readonly TermGroup[]): Promise<void> {
    await sql`
      update term_days t set added = w.added
      from unnest(${groups.map((group) => group.tenant_id)}::text[],
        ${groups.map(({ kind }) => kind)}::smallint[], ${groups.map(({ added }) => added)}::integer[])
        as w (tenant_id, kind, added)
      where (t.tenant_id, t.kind, t.day) = (w.tenant_id, w.kind, ${this.#bound.day}::integer)
    `.execute(db);
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
      select d.tenant_id, d.kind, d.ext, d.id, d.used_day from terms d
      join ${termTable(wanted)} on (d.tenant_id, d.kind, d.ext) = (w.tenant_id, w.kind, w.ext)
    `.execute(db);
    const { day } = this.#bound;
    this.#take(
      rows.filter((row) => row.used_day >= day),
      wanted,
    );
    const older = rows.filter((row) => row.used_day < day);
    if (older.length > 0) this.#take(await this.#use(db, older), wanted);
  }

  /**
   * Records the use of terms, once a day for each. A term that a purge removes at this moment is not returned, and is
   * added again.
   */
  async #use(db: Kysely<Schema>, older: readonly TermRow[]): Promise<readonly TermRow[]> {
    const { rows } = await sql<TermRow>`
      with held as (
        select d.tenant_id, d.kind, d.id from terms d
        join unnest(${older.map((row) => row.tenant_id)}::text[], ${older.map(({ kind }) => kind)}::smallint[],
          ${older.map(({ id }) => id)}::integer[]) as w (tenant_id, kind, id)
          on (d.tenant_id, d.kind, d.id) = (w.tenant_id, w.kind, w.id)
        order by d.tenant_id, d.kind, d.id
        for no key update of d
      )
      update terms d set used_day = greatest(d.used_day, ${this.#bound.day}::integer)
      from held where (d.tenant_id, d.kind, d.id) = (held.tenant_id, held.kind, held.id)
      returning d.tenant_id, d.kind, d.ext, d.id, d.used_day`.execute(db);
    return rows;
  }

  async #insert(db: Kysely<Schema>, wanted: Map<string, Term>): Promise<void> {
    const { rows } = await sql<TermRow>`
      insert into terms (tenant_id, kind, ext, used_day)
      select w.tenant_id, w.kind, w.ext, ${this.#bound.day}::integer from ${termTable(wanted)}
      order by w.tenant_id, w.kind, w.ext
      on conflict (tenant_id, kind, ext) do nothing
      returning tenant_id, kind, ext, id, used_day`.execute(db);
    this.#take(rows, wanted);
  }
}

const purgedAtOnce = 2_000;
const purgedARun = 50_000;

/**
 * Removes terms last counted before a day: no row refers to them any more. In steps of 2,000, 50,000 at most; the next
 * run continues.
 * @param day days since 1970-01-01 UTC
 * @see rule SEC-S73
 */
export async function purgeTerms(db: Kysely<Schema>, day: number): Promise<number> {
  let removed = 0;
  for (let step = purgedAtOnce; step === purgedAtOnce && removed < purgedARun; removed += step) {
    const { numAffectedRows } = await sql`
      delete from terms where (tenant_id, kind, id) in (
        select tenant_id, kind, id from terms where used_day < ${day}::integer
        limit ${purgedAtOnce} for update skip locked)`.execute(db);
    step = Number(numAffectedRows ?? 0n);
  }
  return removed;
}

function termTable(wanted: ReadonlyMap<string, Term>) {
  const terms = [...wanted.values()];
  return sql`unnest(${terms.map((term) => term.tenant)}::text[], ${terms.map((term) => term.kind)}::smallint[], ${terms.map((term) => term.text)}::text[]) as w (tenant_id, kind, ext)`;
}
