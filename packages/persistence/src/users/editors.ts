/** Who made or changed an item, newest last: the 'own' of subscriptions. */
import { sql } from 'kysely';

/** For `set`: the column with this user added; as it is without one. */
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
