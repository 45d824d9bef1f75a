/** The rows and form values of users. */
import { type User, type UserRole, userRoles } from '@interlude/contract';
import { text } from '../../messages.ts';

/** A row of the list: the API's user under the name of its id. */
export type UserRow = User & { readonly id: string };

export function userRow(user: User): UserRow {
  return { ...user, id: user.user_id };
}

/** The nickname, or the e-mail address without one (OP-12). */
export function userName(user: Pick<User, 'nickname' | 'email'>): string {
  return user.nickname === '' ? user.email : user.nickname;
}

/** @throws Error 'No user id selected' (USR-013). */
export function selectedUserId(id: string | undefined): string {
  if (id === undefined || id === '') throw new Error(text('noUserSelected'));
  return id;
}

/** @throws Error 'Cannot find user id' (USR-014). */
export function recordUserId(user: Pick<User, 'user_id'>): string {
  if (user.user_id === '') throw new Error(text('userIdNotFound'));
  return user.user_id;
}

export interface RoleChoice {
  readonly value: UserRole;
  readonly label: string;
  readonly disabled: boolean;
}

const grantable: readonly UserRole[] = ['Viewer', 'Editor'];

/** Viewer and Editor, and the user's own role when it is higher, which cannot be chosen (USR-006, USR-007). */
export function roleChoices(current: UserRole | null): RoleChoice[] {
  return userRoles
    .filter((role) => grantable.includes(role) || role === current)
    .map((role) => ({ value: role, label: role, disabled: !grantable.includes(role) }));
}

export interface UserFormValues {
  readonly nickname: string;
  readonly role: UserRole | null;
}

export function userFormValues(user: User): UserFormValues {
  return { nickname: user.nickname, role: user.app_metadata.role };
}

/** The changed fields only: an unchanged role is not sent. */
export function userChange(
  before: UserFormValues,
  values: UserFormValues,
): { nickname?: string; app_metadata?: { role: UserRole | null } } {
  const nickname = values.nickname.trim();
  return {
    ...(nickname !== before.nickname && { nickname }),
    ...(values.role !== before.role && { app_metadata: { role: values.role } }),
  };
}
