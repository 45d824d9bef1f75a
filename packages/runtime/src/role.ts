/** A part of the platform that the launcher can start, alone or with others in one process. */
export const roleNames = ['control-plane', 'stitcher', 'worker', 'lab'] as const;
export type RoleName = (typeof roleNames)[number];

export interface Role {
  readonly name: RoleName;
  /** Resolves when the role answers requests. @throws {DomainError} PORT_IN_USE */
  start(): Promise<void>;
  /** Takes no new work, finishes what runs, frees everything. Never rejects because it ran before. */
  stop(): Promise<void>;
}
