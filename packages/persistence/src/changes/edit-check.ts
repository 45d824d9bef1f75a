/** Refuses a change that is based on an outdated state (EDIT_CONFLICT), by the time of the last change. */
import { domainError } from '@interlude/contract/errors';

interface Edited {
  readonly id: string;
  readonly updated_at: Date;
}

/**
 * Checks that a row has not changed since it was read.
 * @param seen `updatedAt` of the state on which the change is based; undefined = no check
 * @throws {DomainError} EDIT_CONFLICT when the row was changed since
 */
export function checkEdit(row: Edited, seen: string | undefined): void {
  if (seen !== undefined && new Date(seen).getTime() !== row.updated_at.getTime()) {
    throw domainError('EDIT_CONFLICT', { id: row.id });
  }
}

/** A later time than that of the last change, also within one millisecond: `checkEdit` compares these times. */
export function laterThan(row: Pick<Edited, 'updated_at'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
}
