import { appMetadata, type User } from '@interlude/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show as showPage } from '../../testing/show.suite.tsx';
import { InviteUser } from './invite-user.tsx';
import { UserPage } from './user-page.tsx';

afterEach(cleanup);

function show(invite: (email: string) => Promise<unknown>) {
  let left = 0;
  render(
    <MantineProvider env="test">
      <InviteUser
        invite={invite}
        onLeave={() => {
          left += 1;
        }}
      />
    </MantineProvider>,
  );
  return { left: () => left };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the sub-screen Invite User', () => {
  it("USR-003 USR-004 says '{email} has been invited!', offers Back and disables Invite", async () => {
    const sent: string[] = [];
    const { left } = show(async (email) => sent.push(email));
    expect(button('Cancel')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Email'), ' eve@acme.example ');
    await userEvent.click(button('Invite'));
    expect(sent).toEqual(['eve@acme.example']);
    expect(screen.getByRole('status').textContent).toContain('eve@acme.example has been invited!');
    expect(toasts.get().at(-1)).toMatchObject({
      kind: 'success',
      message: 'eve@acme.example has been invited!',
    });
    expect(button('Invite').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await userEvent.click(button('Back'));
    expect(left()).toBe(1);
  });

  it("USR-005 shows 'The user already exists.' as an error and keeps the input", async () => {
    show(() => Promise.reject(new Error('The user already exists.')));
    await userEvent.type(screen.getByLabelText('Email'), 'eve@acme.example');
    await userEvent.click(button('Invite'));
    expect(screen.getByRole('alert').textContent).toBe('The user already exists.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('eve@acme.example');
    expect(button('Invite').disabled).toBe(false);
    expect(button('Cancel')).toBeDefined();
  });

  it('USR-003 asks nobody without an address', async () => {
    const sent: string[] = [];
    show(async (email) => sent.push(email));
    await userEvent.click(button('Invite'));
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid Email.');
  });
});

describe('a user', () => {
  it("USR-009 says 'Error sending password reset: …' when the mail cannot be sent", async () => {
    const user: User = {
      ...{ user_id: 'u2', nickname: 'Eve', email: 'eve@acme.example', email_verified: true },
      ...{ picture: '', created_at: '2026-01-01T00:00:00.000Z', last_login: null },
      ...{ last_password_reset: null, currentCompany: 't1' },
      app_metadata: appMetadata.parse({ role: 'Viewer' }),
    };
    const network = answerCalls({ 'GET /api/v2/users/u2': { body: user } });
    await showPage(<UserPage />, {}, '/app/settings/users/u2', '/app/settings/users/$userId');
    await userEvent.click(await screen.findByRole('button', { name: 'Send password reset' }));
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({
        kind: 'error',
        message: 'Error sending password reset: Cannot send password reset to eve@acme.example',
      }),
    );
    network.restore();
  });
});
