/**
 * The generic list (API-012): limit (-1 = all), offset, search, sort by a white list of columns. The id
 * breaks ties, so that pages neither repeat nor lose a row.
 */
import { maxListRows, type Page, parseSort } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export interface ListRequest {
  readonly limit: number;
  readonly offset: number;
  readonly search: string;
  readonly sort: string;
}

export interface ListShape {
  /** Selected expressions, e.g. sql`c.id, c.name`. */
  readonly select: RawBuilder<unknown>;
  /** With joins and aliases. */
  readonly from: RawBuilder<unknown>;
  readonly where?: readonly RawBuilder<unknown>[];
  /** Wire name → expression that is never null (null would come first when descending). */
  readonly sortable: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Text expressions that a search matches. */
  readonly searched: readonly RawBuilder<unknown>[];
  /** Expression that is unique within the list. */
  readonly tieBreak: RawBuilder<unknown>;
  /** Table whose row count triggers keep; set when its rows are all rows of the unfiltered list. */
  readonly counted?:
    | 'channels'
    | 'flows'
    | 'jobs'
    | 'medias'
    | 'memberships'
    | 'playlists'
    | 'systems'
    | 'titles';
}

/** Pattern for `ilike` in which `\`, `%` and `_` are plain characters. */
export function containsPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

function orderBy(shape: ListShape, sort: string): RawBuilder<unknown> {
  const { column, descending } = parseSort(sort);
  const expression = Object.hasOwn(shape.sortable, column) ? shape.sortable[column] : undefined;
  if (expression === undefined) {
    throw domainError('SORT_UNKNOWN', { column, columns: Object.keys(shape.sortable).join(', ') });
  }
  return descending
    ? sql`order by ${expression} desc, ${shape.tieBreak} desc`
    : sql`order by ${expression}, ${shape.tieBreak}`;
}

function conditions(shape: ListShape, search: string): RawBuilder<unknown> {
  const all = [...(shape.where ?? [])];
  if (search !== '') {
    const pattern = containsPattern(search);
    const hits = shape.searched.map((text) => sql`${text} ilike ${pattern}`);
    all.push(sql`(${sql.join(hits, sql` or `)})`);
  }
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
}

type CountedTable = NonNullable<ListShape['counted']>;

function countStatement(table: CountedTable): RawBuilder<{ total: number }> {
  return sql`select coalesce(sum(total), 0)::bigint as total from row_counts
    where kind = ${sql.lit(table)}`;
}

/** Number of the tenant's rows, from the count that triggers keep. */
export async function countTenantRows(db: Kysely<Schema>, table: CountedTable): Promise<number> {
  const { rows } = await countStatement(table).execute(db);
  return rows[0]?.total ?? 0;
}

function pageStatement<Row>(
  shape: ListShape,
  where: RawBuilder<unknown>,
  request: ListRequest,
): RawBuilder<Row> {
  const limit = sql.lit(request.limit === -1 ? maxListRows : request.limit);
  return sql<Row>`
    select ${shape.select} from ${shape.from} ${where} ${orderBy(shape, request.sort)}
    limit ${limit} offset ${sql.lit(request.offset)}`;
}

/**
 * Statements of the page and of the number of all rows, for a list without conditions whose rows triggers count: both
 * without parameters. Undefined for any other list.
 * @throws {DomainError} SORT_UNKNOWN
 */
export function wholeListStatements<Row>(
  shape: ListShape,
  request: ListRequest,
): [page: RawBuilder<Row>, count: RawBuilder<{ total: number }>] | undefined {
  const { counted, where = [] } = shape;
  if (counted === undefined || where.length > 0 || request.search !== '') return undefined;
  return [pageStatement<Row>(shape, sql``, request), countStatement(counted)];
}

/**
 * One page and the number of all rows that match.
 * @throws {DomainError} SORT_UNKNOWN
 */
export async function fetchPage<Row>(
  db: Kysely<Schema>,
  shape: ListShape,
  request: ListRequest,
): Promise<Page<Row>> {
  const limit = request.limit === -1 ? maxListRows : request.limit;
  const { offset, search } = request;
  const where = conditions(shape, search);
  const { rows } = await pageStatement<Row>(shape, where, request).execute(db);
  // A page that is not full ends the list, so that its total is known without counting.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) {
    return { rows, total: offset + rows.length };
  }
  const unfiltered = search === '' && (shape.where ?? []).length === 0;
  if (unfiltered && shape.counted) {
    return { rows, total: await countTenantRows(db, shape.counted) };
  }
  const count = await sql<{ total: number }>`
    select count(*) as total from ${shape.from} ${where}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}
