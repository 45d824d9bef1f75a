/** Saves on an old reading are refused (EDIT_CONFLICT), by the time of the last change. */
import { domainError } from '@interlude/contract';

interface Edited {
  readonly id: string;
  readonly updated_at: Date;
}

/**
 * @param seen `updatedAt` of the reading that the change was made on; undefined = no check
 * @throws {DomainError} EDIT_CONFLICT when the row was changed since
 */
export function checkEdit(row: Edited, seen: string | undefined): void {
  if (seen !== undefined && new Date(seen).getTime() !== row.updated_at.getTime()) {
    throw domainError('EDIT_CONFLICT', { id: row.id });
  }
}

/** Times of two changes differ always, also within one millisecond: `checkEdit` relies on it. */
export function laterThan(row: Pick<Edited, 'updated_at'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
}
