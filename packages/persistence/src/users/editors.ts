/** Columns with the users who made or changed an item, newest last: subscriptions to `own` items use them. */
import { sql } from 'kysely';

/** For `set`: adds this user to the column; without a user it does not change. */
export function editorsWith(userId: string | undefined) {
  if (userId === undefined) return {};
  return {
    editors: sql<string[]>`array_append(array_remove(editors, ${userId}), ${userId})`,
  };
}

/** For `values` of a new item. */
export function firstEditor(userId: string | undefined) {
  return userId === undefined ? {} : { editors: [userId] };
}
