import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { DialogHost } from '../confirm/dialog-host.tsx';
import { SessionList } from './session-list.tsx';

const at = '2026-03-01T12:00:00.000Z';
const session = (id: string, browser: string, current: boolean) => ({
  ...{ id, browser, network: '192.0.2.0/24', begunAt: at, lastUsedAt: at },
  ...{ secondFactor: true, current },
});

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

async function agree(name: string) {
  const question = await screen.findByRole('alertdialog', { hidden: true });
  await userEvent.click(within(question).getByRole('button', { name, hidden: true }));
}

describe('login sessions', () => {
  it('SEC-S118 marks this one, and ends one or all others after a question', async () => {
    const one = 'DELETE /api/v2/login-sessions/s2';
    const all = 'DELETE /api/v2/login-sessions';
    network = answerCalls({
      'GET /api/v2/login-sessions': {
        body: [session('s1', 'Firefox on Linux', true), session('s2', 'Safari on iPhone', false)],
      },
      [one]: { status: 204 },
      [all]: { status: 204 },
    });
    await show(
      <>
        <SessionList external={false} />
        <DialogHost />
      </>,
    );
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => /This session|End/.exec(textContent)?.[0])).toEqual([
      ...['This session', 'End'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: /End the session of Safari/ }));
    await agree('End session');
    await waitFor(() => expect(network?.calls(one)).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'End all other sessions' }));
    await agree('End sessions');
    await waitFor(() => expect(network?.calls(all)).toHaveLength(1));
  });

  it('SEC-S118 of a user are ended for the company', async () => {
    const end = 'DELETE /api/v2/users/u2/login-sessions/s3';
    network = answerCalls({
      'GET /api/v2/users/u2/login-sessions': { body: [session('s3', 'Edge on Windows', false)] },
      [end]: { status: 204 },
    });
    await show(
      <>
        <SessionList userId="u2" external={false} />
        <DialogHost />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: /End the session of Edge/ }));
    await agree('End session');
    await waitFor(() => expect(network?.calls(end)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  it('SEC-S118 an external provider keeps them', async () => {
    network = answerCalls({});
    await show(<SessionList external />);
    await screen.findByText(/kept, and ended, at the identity provider/);
  });
});
