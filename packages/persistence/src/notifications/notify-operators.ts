/** Notifications to the SuperAdmins of the installation, in all companies. */
import type { SaidSentence } from '@interlude/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertNotification } from './notification-store.ts';

/**
 * Notifies each SuperAdmin who has no unread notification of this topic: a fault that recurs every few seconds would
 * hide all others.
 * @param notice `topic` and the sentence
 */
export async function notifyOperators(
  database: Database,
  { topic, content, sentence }: SaidSentence & { readonly topic: string },
): Promise<void> {
  await database.transaction(async ({ db }) => {
    // Several stitchers detect the same fault at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`notify operators ${topic}`}, 0))`.execute(
      db,
    );
    const operators = await db
      .selectFrom('memberships as m')
      .select(['m.tenant_id', 'm.user_id'])
      .where('m.role', '=', 'SuperAdmin')
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('notifications as n')
              .select('n.id')
              .whereRef('n.tenant_id', '=', 'm.tenant_id')
              .whereRef('n.user_id', '=', 'm.user_id')
              .where('n.topic', '=', topic)
              .where('n.status', '=', 'new'),
          ),
        ),
      )
      .execute();
    for (const { tenant_id: tenantId, user_id: userId } of operators) {
      await insertNotification(
        db,
        { tenantId, userId, topic, content, sentence },
        database.clock.now(),
      );
    }
  });
}
