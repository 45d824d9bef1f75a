/** States of the launcher's roles in the control plane, for the console and as metrics. */
import type { PlatformRole } from '@interlude/contract';
import type { Metrics } from '@interlude/runtime';

export interface RolesBoard {
  read(): readonly PlatformRole[];
  write(roles: readonly PlatformRole[]): void;
}

export function createRolesBoard(metrics: Metrics): RolesBoard {
  let known: readonly PlatformRole[] = [];
  return {
    read: () => known,
    write(roles) {
      // declared where there is something to count: by the process that gets the states
      const up = metrics.gauge('interlude_role_up', '1 while the role runs, 0 while it is down', [
        'role',
      ]);
      const restarts = metrics.gauge(
        'interlude_role_restarts',
        'Starts of the role after its first one, since the launcher was started',
        ['role'],
      );
      known = roles;
      for (const { role, state, restarts: count } of roles) {
        up.set(state === 'running' ? 1 : 0, { role });
        restarts.set(count, { role });
      }
    },
  };
}
