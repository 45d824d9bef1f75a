import { type PlatformRoleName, platformRoleNames } from '@interlude/contract/launch';

/** The parts of the platform that the launcher can start. */
export const roleNames = platformRoleNames;
export type RoleName = PlatformRoleName;

export interface Role {
  readonly name: RoleName;
  /** Resolves when the role answers requests. @throws {DomainError} PORT_IN_USE */
  start(): Promise<void>;
  /** Takes no new work, finishes what runs, frees everything. Never rejects because it ran before. */
  stop(): Promise<void>;
}
