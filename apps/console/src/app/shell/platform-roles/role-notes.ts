/** Sentences about roles that are down or were restarted: role, since when, consequence, remedy (SEC-S66). */
import type { PlatformRole } from '@interlude/contract';
import { absoluteTime } from '../../../components/time.ts';
import { type MessageKey, text } from '../../../messages.ts';

export interface RoleNote {
  readonly role: PlatformRole['role'];
  readonly isDown: boolean;
  readonly sentences: readonly string[];
}

/** Milliseconds for which a restart is shown afterwards: it is shorter than a poll, which would miss it. */
export const shownAfterRestartMs = 5 * 60_000;

const consequence = {
  'control-plane': 'controlPlaneDown',
  stitcher: 'stitcherDown',
  worker: 'workerDown',
  monitor: 'monitorDown',
  lab: 'labDown',
} as const satisfies Record<PlatformRole['role'], MessageKey>;

function downSentences({ role, since, reason }: PlatformRole): string[] {
  const todo = reason === '' ? text('roleContact') : text('roleReason', { role, reason });
  return [text('roleDown', { role, time: absoluteTime(since) }), text(consequence[role]), todo];
}

export function roleNotes(roles: readonly PlatformRole[], nowMs: number): RoleNote[] {
  return roles.flatMap((each): RoleNote[] => {
    const { role, state, since, restarts } = each;
    if (state === 'down') return [{ role, isDown: true, sentences: downSentences(each) }];
    const isBack = state === 'running' && restarts > 0;
    if (!isBack || nowMs - Date.parse(since) > shownAfterRestartMs) return [];
    return [
      { role, isDown: false, sentences: [text('roleBack', { role, time: absoluteTime(since) })] },
    ];
  });
}
