// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { toasts } from '../../components/toast/toast.ts';
import { InviteUser } from './invite-user.tsx';

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
