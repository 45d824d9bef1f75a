import type { PlatformRole, UserRole } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';

/** The reason why a process ended is shown to SuperAdmins only, who run the installation. */
function present(role: PlatformRole, caller: UserRole): PlatformRole {
  return caller === 'SuperAdmin' ? role : { ...role, reason: '' };
}

export function platformRoleRoutes(
  read: () => readonly PlatformRole[],
): Handlers<(typeof contract)['platformRoles']> {
  return {
    list: async ({ caller }) => ({ roles: read().map((role) => present(role, caller.role)) }),
  };
}
