/** The state of a list in the URL: page, size, sort and search; invalid values are replaced by defaults. */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Query strings are text: the router's own parser takes them for JSON, and a search for `97e80144` for Infinity. */
export const parseSearchText = parseSearchWith((text) => text);
export const stringifySearchText = stringifySearchWith(String);

export const pageSizes = [5, 10, 25] as const;
export type PageSize = (typeof pageSizes)[number];
export const defaultPageSize: PageSize = 10;
export const defaultSort = '-createdAt';

/** The search parameters of the URL, without defaults. */
export interface ListSearch {
  readonly page?: number;
  readonly size?: PageSize;
  readonly sort?: string;
  readonly q?: string;
}

/** The same with every value. `page` counts from 0 (LIST-005, LIST-006). */
export interface ListState {
  readonly page: number;
  readonly size: PageSize;
  readonly sort: string;
  readonly q: string;
}

/** For a route's `validateSearch`. */
export function listSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const page = Number(raw['page']);
  const size = pageSizes.find((each) => each === Number(raw['size']));
  const { sort, q } = raw;
  return {
    ...(Number.isInteger(page) && page > 0 && page < 1_000_000 && { page }),
    ...(size !== undefined && size !== defaultPageSize && { size }),
    ...(typeof sort === 'string' && /^-?[A-Za-z_]{1,40}$/.test(sort) && { sort }),
    ...(q !== undefined && q !== '' && { q: String(q).slice(0, 200) }),
  };
}

export function listState(search: ListSearch, sort: string = defaultSort): ListState {
  return { page: 0, size: defaultPageSize, sort, q: '', ...search };
}

/** The first click on a column sorts descending, further clicks toggle (LIST-005, OP-67). */
export function nextSort(current: string, column: string): string {
  return current === `-${column}` ? column : `-${column}`;
}

/** The query of the API for a state. */
export function listQueryOf(state: ListState): {
  limit: number;
  offset: number;
  sort: string;
  search?: string;
} {
  const { page, size, sort, q } = state;
  return { limit: size, offset: page * size, sort, ...(q !== '' && { search: q }) };
}
