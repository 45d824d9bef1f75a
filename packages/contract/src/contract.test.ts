import { describe, expect, it } from 'vitest';
import { allRoutes } from './contract.ts';
import { errorCatalogue } from './errors/error-catalogue.ts';
import { domainError, errorMessage } from './errors/errors.ts';
import { listQuery, parseSort, wantsOwnOnly } from './list-query.ts';
import { pathParameters, routeUrl } from './route.ts';

describe('the route table', () => {
  it('ROLE-001 OP-65 who may call what is visible in review', () => {
    expect(
      allRoutes().map(
        ({ route }) =>
          `${route.method.padEnd(6)} ${route.path}  ${route.roles === 'public' ? 'public' : route.roles.join(' ')}`,
      ),
    ).toMatchSnapshot();
  });

  it('names no method and path twice', () => {
    const keys = allRoutes().map(
      ({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('API-009 everything below /api/v2 needs a role', () => {
    expect(
      allRoutes().filter(
        ({ route }) => route.path.startsWith('/api/v2') && route.roles === 'public',
      ),
    ).toEqual([]);
  });

  it('names only errors of the catalogue', () => {
    expect(
      allRoutes()
        .flatMap(({ route }) => route.errors)
        .filter((code) => !(code in errorCatalogue)),
    ).toEqual([]);
  });

  it('fills path parameters', () => {
    expect(pathParameters('/api/v2/users/:id/app_metadata')).toEqual(['id']);
    expect(routeUrl('/a/:id', { id: 'ü/1' }, { x: undefined, y: 0 })).toBe('/a/%C3%BC%2F1?y=0');
  });
});

describe('the list query', () => {
  it('LIST-002 LIST-004 defaults to ten rows, newest first', () => {
    expect(listQuery.parse({})).toMatchObject({
      limit: 10,
      offset: 0,
      search: '',
      sort: '-createdAt',
    });
  });

  it('API-013 API-014 reads -1 as all and a minus as descending', () => {
    expect(listQuery.parse({ limit: '-1' }).limit).toBe(-1);
    expect([parseSort('-name'), parseSort('name')]).toEqual([
      { column: 'name', descending: true },
      { column: 'name', descending: false },
    ]);
  });

  it.each([
    { limit: '-2' },
    { limit: '1.5' },
    { offset: '-1' },
    { sort: 'a;drop' },
    { sort: '--a' },
  ])('refuses %j', (query) => {
    expect(listQuery.safeParse(query).success).toBe(false);
  });

  it('OP-53 accepts user-only and userOnly', () => {
    expect([
      wantsOwnOnly(listQuery.parse({ 'user-only': 'true' })),
      wantsOwnOnly(listQuery.parse({ userOnly: 'true' })),
      wantsOwnOnly(listQuery.parse({})),
    ]).toEqual([true, true, false]);
  });
});

describe('errors', () => {
  it('API-010 the invalid-token body is the one clients compare with', () => {
    expect(domainError('TOKEN_INVALID').toBody()).toEqual({
      code: 401,
      name: 'UnAuthorizedError',
      errorCode: 'TOKEN_INVALID',
      message: 'Request cannot be authenticated. Invalid token.',
    });
  });

  it('fills messages from the details and keeps the cause', () => {
    const cause = new Error('x');
    const error = domainError('FETCH_STATUS', { host: 'a.example', status: 500 }, cause);
    expect([error.message, error.status, error.cause]).toEqual([
      'a.example answered 500.',
      502,
      cause,
    ]);
    expect(errorMessage('FETCH_STATUS', {})).toBe('{host} answered {status}.');
  });
});
