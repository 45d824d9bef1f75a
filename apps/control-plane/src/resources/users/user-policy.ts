/** The policy of users beyond roles: access to records and changes of roles (OP-61). */
import {
  admins,
  grantableRoles,
  type Language,
  type User,
  type UserRole,
} from '@interlude/contract';
import { mayChange } from '../../auth/may-change.ts';
import type { Caller } from '../../http/call.ts';

export function isAdmin(role: UserRole): boolean {
  return admins.includes(role);
}

/** Own record, or any as Admin. */
export function mayOpen(caller: Caller, userId: string): boolean {
  return caller.userId === userId || isAdmin(caller.role);
}

/**
 * True when the caller may make this change: name, picture and language belong to the person, who may work for several
 * companies. Sending the present values is no change.
 */
export function mayChangeProfile(
  caller: Caller,
  target: User,
  change: {
    readonly nickname?: string | undefined;
    readonly picture?: string | undefined;
    readonly language?: Language | null | undefined;
  },
): boolean {
  const { nickname = target.nickname, picture = target.picture } = change;
  const { language = target.app_metadata.language } = change;
  const isChanged =
    nickname !== target.nickname ||
    picture !== target.picture ||
    language !== target.app_metadata.language;
  return caller.userId === target.user_id || !isChanged;
}

/** A role becomes Editor or Viewer only, and only by an Admin; keeping the present one is no change. */
export function mayGrant(caller: Caller, target: User, role: UserRole): boolean {
  if (!isAdmin(caller.role)) return false;
  if (role === target.app_metadata.role) return true;
  return grantableRoles.includes(role) && mayChange(caller, target);
}
