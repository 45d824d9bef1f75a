import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { DialogHost } from '../confirm/dialog-host.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { UserSecondFactor } from './user-second-factor.tsx';

const at = '2026-03-01T12:00:00.000Z';
const app = { id: 'f1', kind: 'totp', name: 'Phone', createdAt: at, lastUsedAt: null };
const none = {
  ...{ external: false, factors: [], recoveryCodesLeft: 0, requiredBy: [], passkeys: true },
};
const codes = Array.from({ length: 10 }, (_each, index) => `code-${index}`);

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

const read = 'GET /api/v2/second-factors';
const begin = 'POST /api/v2/second-factors/totp';
const finish = 'PUT /api/v2/second-factors/totp';
const removal = 'POST /api/v2/second-factors/f1/removal';
const inside = async () => within(await screen.findByRole('dialog', { hidden: true }));

describe('second factors on the profile', () => {
  it('SEC-S119 an app is added: password, QR code and secret, code, recovery codes once', async () => {
    network = answerCalls({
      [read]: { body: none },
      [begin]: {
        body: { step: 's1', secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' },
      },
      [finish]: { body: { recoveryCodes: codes } },
    });
    await show(<SecondFactorSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
    let dialog = await inside();
    await userEvent.type(dialog.getByLabelText('Your password'), 'Correct-Horse-1!');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue', hidden: true }));
    dialog = await inside();
    await dialog.findByText('JBSWY3DP');
    expect(dialog.getByRole('img', { hidden: true }).getAttribute('aria-label')).toBe(
      'QR code for an authenticator app',
    );
    await userEvent.type(dialog.getByLabelText('Code that the app shows'), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Add', hidden: true }));
    await dialog.findByText('code-9');
    expect(network.calls(begin)[0]?.body).toEqual({
      confirmation: { password: 'Correct-Horse-1!' },
    });
    expect(network.calls(finish)[0]?.body).toEqual({
      ...{ step: 's1', name: 'Authenticator app', code: '123456' },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'I have kept them', hidden: true }));
    expect(screen.queryByText('code-9')).toBeNull();
  });

  it('SEC-S119 a removal asks for the second factor, and says what was wrong with it', async () => {
    let wrong = true;
    network = answerCalls({
      [read]: { body: { ...none, factors: [app], recoveryCodesLeft: 2 } },
      [removal]: () =>
        wrong ? { status: 403, body: { errorCode: 'SECOND_FACTOR_WRONG' } } : { status: 204 },
    });
    await show(
      <>
        <SecondFactorSection />
        <DialogHost />
      </>,
    );
    await screen.findByText('Recovery codes left: 2.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Phone' }));
    const dialog = await inside();
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Your second factor'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue', hidden: true }));
    await dialog.findByText(/This is not right/);
    wrong = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Continue', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    expect(network.calls(removal).map(({ body }) => body)).toEqual([
      { confirmation: { code: '000000' } },
      { confirmation: { code: '000000' } },
    ]);
  });

  it('SEC-S119 with an external provider it says where they are', async () => {
    network = answerCalls({ [read]: { body: { ...none, external: true, passkeys: false } } });
    await show(<SecondFactorSection />);
    await screen.findByText(
      'Second factors are set up at the identity provider of this installation.',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the second factor of a user', () => {
  const user = { user_id: 'u2', email: 'eve@example.org' } as never;
  const ofUser = 'GET /api/v2/users/u2/second-factors';
  const reset = 'DELETE /api/v2/users/u2/second-factors';

  it('SEC-S119 is reset after a question', async () => {
    network = answerCalls({
      [ofUser]: { body: { external: false, enrolled: true, mayReset: true } },
      [reset]: { status: 204 },
    });
    await show(
      <>
        <UserSecondFactor user={user} />
        <DialogHost />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Reset second factors' }));
    const question = await screen.findByRole('alertdialog', { hidden: true });
    await userEvent.click(within(question).getByRole('button', { name: 'Reset', hidden: true }));
    await waitFor(() => expect(network?.calls(reset)).toHaveLength(1));
  });

  it('SEC-S119 of somebody who works for others, too, is not offered', async () => {
    network = answerCalls({
      [ofUser]: { body: { external: false, enrolled: true, mayReset: false } },
    });
    await show(<UserSecondFactor user={user} />);
    await screen.findByText(/It is reset by a SuperAdmin/);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
