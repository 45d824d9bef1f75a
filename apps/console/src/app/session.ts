/** The user and the selected tenant, read from the storage at the start; a change of the tenant reloads the data. */
import { createContext, use } from 'react';
import { tokenStorage } from '../api/token-storage.ts';
import { chooseTenant, roleIn, type SignedInUser, signedInUser } from '../api/token-user.ts';

export interface Session {
  readonly user: SignedInUser;
  /** Id of the selected tenant; the first part of every query key. */
  readonly tenant: string;
  readonly selectTenant: (id: string) => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionContext above it.');
  return session;
}

/** The stored session; undefined without a user who may use the app (AUTH-004, AUTH-005). */
export function readSession(): { user: SignedInUser; tenant: string } | undefined {
  const user = signedInUser(tokenStorage.token(), tokenStorage.member());
  if (user === undefined) return;
  const tenant = chooseTenant(tokenStorage.selectedTenant(), user);
  return { user: { ...user, role: roleIn(user, tenant) }, tenant };
}
