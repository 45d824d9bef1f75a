import type { PlatformRole } from '@interlude/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { absoluteTime } from '../../../components/time.ts';
import { shownAfterRestartMs } from './role-notes.ts';
import { RoleNotes } from './roles-banner.tsx';

afterEach(cleanup);

const nowMs = Date.UTC(2026, 2, 1, 12, 10);
const since = '2026-03-01T12:05:00.000Z';
const running: PlatformRole = {
  ...{ role: 'worker', state: 'running', since, restarts: 0, nextStartAt: null, reason: '' },
};
const down: PlatformRole = {
  ...{ role: 'stitcher', state: 'down', since, restarts: 1 },
  nextStartAt: '2026-03-01T12:05:01.000Z',
  reason: 'was ended by SIGKILL',
};

const show = (...roles: PlatformRole[]) => render(<RoleNotes roles={roles} nowMs={nowMs} />);
const said = () => screen.getByRole('alert').textContent;

describe('SEC-S66 the banner of roles', () => {
  it('says which role is down, since when, what it means, why and what to do', () => {
    show(running, down);
    expect(said()).toBe(
      `The stitcher is down since ${absoluteTime(since)} and is started again by itself. Viewers get no manifests meanwhile. The stitcher was ended by SIGKILL: if that repeats, the log has the lines before it.`,
    );
  });

  it('names who can help to an operator who does not get the reason', () => {
    show({ ...down, role: 'worker', reason: '' });
    expect(said()).toMatch(
      /Creatives are not encoded and mails are not sent meanwhile\. If it lasts, contact the SuperAdmin of this installation\.$/,
    );
  });

  it('is not there while all run, or where no launcher runs them', () => {
    show(running, { ...running, role: 'lab', state: 'starting' });
    show();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('mentions a restart for five minutes: it is shorter than a poll', () => {
    const back = { ...running, restarts: 2 };
    const { unmount } = show(back);
    expect(screen.getByRole('status').textContent).toBe(
      `The worker ended and runs again since ${absoluteTime(since)}.`,
    );
    unmount();
    const earlier = new Date(nowMs - shownAfterRestartMs - 1).toISOString();
    show({ ...back, since: earlier });
    expect(screen.queryByRole('status')).toBeNull();
  });
});
