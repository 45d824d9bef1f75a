import { describe, expect, it } from 'vitest';
import { recordUserId, roleChoices, selectedUserId, userChange, userName } from './user-records.ts';

describe('user records', () => {
  it('USR-001 OP-12 a user without a nickname goes by the e-mail', () => {
    expect(userName({ nickname: 'Eve', email: 'eve@acme.example' })).toBe('Eve');
    expect(userName({ nickname: '', email: 'eve@acme.example' })).toBe('eve@acme.example');
  });

  it('USR-006 offers Viewer and Editor', () => {
    const offered = [
      { value: 'Viewer', label: 'Viewer', disabled: false },
      { value: 'Editor', label: 'Editor', disabled: false },
    ];
    expect(roleChoices('Viewer')).toEqual(offered);
    expect(roleChoices('Editor')).toEqual(offered);
    expect(roleChoices(null)).toEqual(offered);
  });

  it('USR-007 adds Admin or SuperAdmin only for who has it, disabled', () => {
    expect(roleChoices('Admin').at(-1)).toEqual({ value: 'Admin', label: 'Admin', disabled: true });
    expect(roleChoices('Admin')).toHaveLength(3);
    expect(roleChoices('SuperAdmin').map(({ value }) => value)).toEqual([
      'Viewer',
      'Editor',
      'SuperAdmin',
    ]);
    expect(roleChoices('SuperAdmin').at(-1)?.disabled).toBe(true);
  });

  it("USR-013 an action without a selected id says 'No user id selected'", () => {
    expect(() => selectedUserId(undefined)).toThrow('No user id selected');
    expect(() => selectedUserId('')).toThrow('No user id selected');
    expect(selectedUserId('u1')).toBe('u1');
  });

  it("USR-014 a record without an id says 'Cannot find user id'", () => {
    expect(() => recordUserId({ user_id: '' })).toThrow('Cannot find user id');
    expect(recordUserId({ user_id: 'u1' })).toBe('u1');
  });

  it('ROLE-016 sends a role only when it was changed', () => {
    const before = { nickname: 'Eve', role: 'Admin' } as const;
    expect(userChange(before, { nickname: ' Eva ', role: 'Admin' })).toEqual({ nickname: 'Eva' });
    expect(userChange(before, { nickname: 'Eve', role: 'Viewer' })).toEqual({
      app_metadata: { role: 'Viewer' },
    });
  });
});
