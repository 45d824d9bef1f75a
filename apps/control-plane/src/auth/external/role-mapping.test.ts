import { describe, expect, it } from 'vitest';
import { mappedRole } from './role-mapping.ts';

const roles = { viewers: 'Viewer', editors: 'Editor', admins: 'Admin' } as const;
const of = (claims: Record<string, unknown>, claim = 'groups') =>
  mappedRole(claims, { claim, roles });

describe('roles from a claim', () => {
  it('takes the highest of several, whatever their order', () => {
    expect(of({ groups: ['admins', 'viewers', 'editors'] })).toBe('Admin');
    expect(of({ groups: ['viewers', 'editors'] })).toBe('Editor');
    expect(of({ groups: 'viewers' })).toBe('Viewer');
  });

  it('reads a namespaced claim, and one by its path', () => {
    expect(of({ 'https://x.example/groups': ['editors'] })).toBe('Editor');
    expect(of({ realm_access: { roles: ['admins'] } }, 'realm_access.roles')).toBe('Admin');
    expect(of({ 'realm_access.roles': ['viewers'] }, 'realm_access.roles')).toBe('Viewer');
  });

  it('SEC-S119 gives no role for values that stand for none, of whatever kind', () => {
    for (const groups of [
      ...[undefined, null, '', 'Editors', 'Admin', [], [['editors']], {}, 7, true],
      ...['__proto__', 'constructor', 'toString', ['editors '], { editors: true }],
    ]) {
      expect(of({ groups })).toBeNull();
    }
    expect(of({}, 'constructor.name')).toBeNull();
    expect(of({ groups: [...Array(1_000).fill('x'), 'admins'] })).toBeNull();
  });
});
