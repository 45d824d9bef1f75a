/** Notes the companies for which a login session is used; written every few minutes, not with each request. */
import type { LoginSessionStore } from '@interlude/persistence';
import type { NoteUse } from '../http/authenticate.ts';

const notedEveryMs = 5 * 60_000;
const maxRemembered = 10_000;

export function createNoteUse(
  sessions: Pick<LoginSessionStore, 'noteUse'>,
  now: () => number,
): NoteUse {
  const noted = new Map<string, number>();
  return async (tenantId, sessionId) => {
    const key = `${tenantId} ${sessionId}`;
    const nowMs = now();
    if (nowMs - (noted.get(key) ?? 0) < notedEveryMs) return;
    if (noted.size >= maxRemembered) noted.clear();
    noted.set(key, nowMs);
    await sessions.noteUse(tenantId, sessionId);
  };
}
