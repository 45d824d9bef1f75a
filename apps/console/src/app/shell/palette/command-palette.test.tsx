import type { UserRole } from '@interlude/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show, testSession } from '../../../testing/show.suite.tsx';
import { CommandPalette } from './command-palette.tsx';

let network = answerCalls({});
beforeEach(() => {
  network = answerCalls({ 'GET /api/v2/channels': { body: [], total: 0 } });
});
afterEach(() => {
  cleanup();
  network.restore();
});

const showPalette = (role: UserRole) =>
  show(<CommandPalette onClose={() => undefined} />, { user: { ...testSession.user, role } });
const type = (typed: string) =>
  userEvent.type(screen.getByRole('combobox', { hidden: true }), typed);
const offered = () =>
  screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);

describe('what the palette adds', () => {
  it.each([
    ['SuperAdmin', ['Add Channel', 'Add Playlist', 'Add System', 'Add Asset', 'Add Workflow']],
    ['Editor', ['Add Channel', 'Add Asset']],
  ] as const)('LIST-003 ROLE-009 a role adds what it may open: %s', async (role, labels) => {
    await showPalette(role);
    await type('add');
    expect(offered().filter((label) => label?.startsWith('Add '))).toEqual(labels);
  });

  it('LIST-003 opens the editor of a new one by keyboard', async () => {
    const { router } = await showPalette('SuperAdmin');
    await type('add asset{Enter}');
    expect(router.state.location.pathname).toBe('/app/assets/new');
  });
});
