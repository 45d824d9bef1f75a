/**
 * User roles and their usual groups. The route table (one `roles` list per route) is the only place that grants
 * anything.
 */
export const userRoles = ['Viewer', 'Editor', 'Admin', 'SuperAdmin'] as const;
export type UserRole = (typeof userRoles)[number];

/** Everyone who is signed in and has a role. */
export const anyRole: readonly UserRole[] = [...userRoles];
/** Those who operate channels, assets and jobs (ROLE-004, ROLE-006, ROLE-007). */
export const operators: readonly UserRole[] = ['Editor', 'Admin', 'SuperAdmin'];
/** Those who manage users and the account (ROLE-011, ROLE-012). */
export const admins: readonly UserRole[] = ['Admin', 'SuperAdmin'];
/** Those who manage systems, workflows and playlists (ROLE-005, ROLE-008, ROLE-009). */
export const superAdmins: readonly UserRole[] = ['SuperAdmin'];

/** Roles that may be granted to a user by another one (ROLE-016). */
export const grantableRoles: readonly UserRole[] = ['Viewer', 'Editor'];

/**
 * Whether a text is one of the four roles of users.
 * @see ROLE-001
 */
export function isUserRole(value: unknown): value is UserRole {
  return typeof value === 'string' && userRoles.some((role) => role === value);
}
