/** An Admin does not change a SuperAdmin. */
import type { User } from '@interlude/contract';
import type { Caller } from '../http/call.ts';

export function mayChange(caller: Caller, target: User): boolean {
  return target.app_metadata.role !== 'SuperAdmin' || caller.role === 'SuperAdmin';
}
