/** A banner for each role of the platform that is down, or has just been started again. */
import type { PlatformRole } from '@interlude/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { roleNotes } from './role-notes.ts';
import { usePlatformRoles } from './use-platform-roles.ts';

export function RolesBanner() {
  return <RoleNotes {...usePlatformRoles()} />;
}

export function RoleNotes({ roles, nowMs }: { roles: readonly PlatformRole[]; nowMs: number }) {
  return roleNotes(roles, nowMs).map(({ role, isDown, sentences }) => (
    <div className="banner" role={isDown ? 'alert' : 'status'} key={role}>
      <IconAlertTriangle size={16} />
      <span>{sentences.join(' ')}</span>
    </div>
  ));
}
