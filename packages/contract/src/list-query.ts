import { z } from 'zod';

/** Rows answered when the query names no limit (LIST-002). */
export const defaultListLimit = 10;
/** Most rows of one answer, also with `limit=-1` (all). */
export const maxListRows = 100_000;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * The generic list query (API-012): `limit` -1 = all, `sort` = column, `-column` = descending.
 * `user-only` and `userOnly` mean the same (OP-53).
 */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(-1).max(maxListRows).default(defaultListLimit),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  search: z.string().max(200).default(''),
  sort: z
    .string()
    .regex(/^-?[A-Za-z_]{1,40}$/, 'sort is a column name, with a minus in front for descending')
    .default('-createdAt'),
  status: z.string().max(40).optional(),
  type: z.string().max(40).optional(),
  titleId: z.string().max(100).optional(),
  externalResourceId: z.string().max(200).optional(),
  createdBySystemId: z.string().max(100).optional(),
  archived: flag.optional().describe('jobs only: archived ones, or only the others'),
  time: z.coerce
    .number<number>()
    .int()
    .min(0)
    .max(8_640_000_000_000)
    .optional()
    .describe('jobs only: unfinished or ended at or after this time, epoch milliseconds'),
  'user-only': flag.optional(),
  userOnly: flag.optional(),
});

/**
 * The query of a list that can filter by these values of `status` and `type`. Any other value is refused: a list that
 * ignored it would answer rows that do not match the request (SEC-S46).
 */
export function listQueryOf(filters: {
  readonly status?: readonly string[];
  readonly type?: readonly string[];
}) {
  const filter = (name: 'status' | 'type') => {
    const values = filters[name] ?? [];
    const sentence =
      values.length === 0
        ? `this list cannot be filtered by ${name}`
        : `${name} is one of ${values.join(', ')}`;
    return z
      .string()
      .max(40)
      .refine((value) => values.includes(value), sentence)
      .optional()
      .describe(sentence);
  };
  return listQuery.extend({ status: filter('status'), type: filter('type') });
}
export type ListQuery = z.output<typeof listQuery>;
export type ListQueryInput = z.input<typeof listQuery>;

export {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
  selectedTenantHeader,
  totalCountHeader,
} from './headers.ts';

/** One page of rows with the number of all rows that match. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * The column and the direction of `sort=-createdAt`; the list itself checks that it has the column.
 * @see API-013
 */
export function parseSort(sort: string): SortOrder {
  return sort.startsWith('-')
    ? { column: sort.slice(1), descending: true }
    : { column: sort, descending: false };
}

/** Both spellings of the user-only filter (OP-53). */
export function wantsOwnOnly(query: Pick<ListQuery, 'user-only' | 'userOnly'>): boolean {
  return query['user-only'] === true || query.userOnly === true;
}
