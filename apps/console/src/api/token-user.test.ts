import { describe, expect, it } from 'vitest';
import { roleIn, signedInUser } from './token-user.ts';

function token(claims: Record<string, unknown>): string {
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
}

describe('the role of a user of several companies', () => {
  it('ROLE-001 NAV-004 follows the selected company', () => {
    const claims = { sub: 'u', companies: ['a', 'b'], company: 'a', role: 'Admin' };
    const user = signedInUser(token({ ...claims, roles: { a: 'Admin', b: 'Viewer', c: 'Boss' } }));
    expect(user && [roleIn(user, 'a'), roleIn(user, 'b')]).toEqual(['Admin', 'Viewer']);
  });

  it('is the one of the token where the issuer knows only one', () => {
    const user = signedInUser(token({ sub: 'u', companies: ['a'], company: 'a', role: 'Editor' }));
    expect(user && roleIn(user, 'a')).toBe('Editor');
  });
});
