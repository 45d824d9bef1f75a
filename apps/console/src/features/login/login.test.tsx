import { ApiError } from '@interlude/contract/api';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { loginFailure } from './login-failure.ts';
import { FailureNote } from './login-form.tsx';
import { cardDelayMs, LoginPage } from './login-page.tsx';
import { VerificationOffer } from './verification-offer.tsx';

afterEach(cleanup);

const credentials =
  'Email and Password combination does not exist. Please also check that you have verified your email.';
const refused = (status: number, name: string, message: string) =>
  loginFailure(new ApiError(status, '', JSON.stringify({ code: status, name, message })));

describe('the login mapping', () => {
  it.each([
    ['ERR-001', 401, 'invalid_client', '', credentials, true],
    ['ERR-002', 401, 'unauthorized', 'Please verify your email before.', credentials, true],
    [
      'ERR-003',
      403,
      'invalid_grant',
      'user is blocked',
      'Your account was blocked. Please contact your system administrator.',
      false,
    ],
    ['ERR-004', 403, 'invalid_grant', 'Wrong email or password.', credentials, true],
    [
      'ERR-005',
      403,
      'unauthorized_client',
      '',
      'You are not authorized to access this resource. Please contact your system administrator.',
      false,
    ],
    [
      'ERR-006',
      403,
      'access_denied',
      '',
      'Access denied. Please contact your system administrator.',
      false,
    ],
    [
      'ERR-006',
      403,
      'whatever',
      '',
      'Access denied. Please contact your system administrator.',
      false,
    ],
    [
      'ERR-007',
      429,
      'too_many_attempts',
      '',
      'Your account was blocked because of too many requests. Please contact your system administrator.',
      false,
    ],
    [
      'ERR-007',
      429,
      'too_many_requests',
      '',
      'Your account was blocked because of too many requests. Please contact your system administrator.',
      false,
    ],
  ] as const)('%s %i %s', (_row, status, name, description, message, offersVerification) => {
    expect(refused(status, name, description)).toEqual({ message, offersVerification });
  });

  it("ERR-008 anything else is 'Cannot login.' with details", () => {
    expect(refused(500, 'InternalError', 'Boom')).toEqual({
      lead: 'Cannot login.',
      message: '500 · InternalError · Boom',
      offersVerification: false,
    });
  });

  it("ERR-009 a failure after the call shows 'Cannot login. {message}'", () => {
    const failure = loginFailure(new Error('Admin must first set a role for this user.'));
    render(<FailureNote failure={failure} />);
    expect(screen.getByRole('alert').textContent).toBe(
      'Cannot login. Admin must first set a role for this user.',
    );
  });
});

const page = {
  installation: undefined,
  productName: 'Interlude',
  onSignIn: () => undefined,
};

describe('the login page', () => {
  it('PUB-003 shows email and password, and a notice of the page before', () => {
    render(<LoginPage {...page} location={{ path: '/login', query: '', notice: 'Welcome' }} />);
    expect(screen.getByLabelText('Email')).toBeDefined();
    expect(screen.getByLabelText('Password')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Login' })).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('Welcome');
  });

  it('PUB-026 the card comes in after 100 ms', () => {
    const { container } = render(<LoginPage {...page} location={{ path: '/login', query: '' }} />);
    expect(cardDelayMs).toBe(100);
    expect(container.querySelector<HTMLElement>('.card-in')?.style.animationDelay).toBe('100ms');
  });
});

describe('the offer to send the verification again', () => {
  it('AUTH-009 AUTH-010 sends the mail only when the box is ticked and says so', async () => {
    const sent: string[] = [];
    render(
      <VerificationOffer
        email="a@b.org"
        message={credentials}
        onClose={() => undefined}
        send={async (email) => void sent.push(email)}
      />,
    );
    expect(screen.getByRole('alertdialog')).toBeDefined();
    await userEvent.click(screen.getByLabelText('Please send me verification message again'));
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }));
    expect(sent).toEqual(['a@b.org']);
    expect(screen.getByRole('status').textContent).toBe(
      'You will receive a verification email, if your address exists in our database.',
    );
  });
});

describe('the second factor of a login', () => {
  const asked = { step: 's1', kinds: ['totp'], company: '', passkeys: true };
  const tokenless = { access_token: '', refresh_token: '' };

  it('SEC-S119 is asked for after the password, and says what was wrong', async () => {
    const showing = 'POST /api/login/second-factor';
    const network = answerCalls({
      'POST /api/login': { body: { ...tokenless, second_factor: asked } },
      [showing]: { status: 403, body: { errorCode: 'SECOND_FACTOR_WRONG' } },
    });
    render(<LoginPage {...page} location={{ path: '/login', query: '?second-factor' }} />);
    expect(screen.getByRole('status').textContent).toContain('A second factor is needed now');
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Correct-Horse-1!');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await userEvent.type(
      await screen.findByLabelText('Code of your app, or a recovery code', {}, { timeout: 10_000 }),
      '123456',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/This is not right/);
    expect(network.calls(showing)[0]?.body).toEqual({ step: 's1', code: '123456' });
    await userEvent.click(screen.getByRole('button', { name: 'Back to the login' }));
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    network.restore();
  });

  it('SEC-S119 where a company requires one, the first is set up, and recovery codes are shown', async () => {
    const network = answerCalls({
      'POST /api/login': {
        body: { ...tokenless, second_factor: { ...asked, kinds: [], company: 'Acme' } },
      },
      'POST /api/login/enrolment': {
        body: { totp: { step: 'e1', secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' } },
      },
      'PUT /api/login/enrolment': {
        body: { access_token: 'a', refresh_token: 'r', recoveryCodes: ['code-1'] },
      },
    });
    render(<LoginPage {...page} location={{ path: '/login', query: '' }} />);
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Correct-Horse-1!');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByText(/Acme requires one/, {}, { timeout: 10_000 });
    await userEvent.click(screen.getByRole('button', { name: 'Use an authenticator app' }));
    await screen.findByText('JBSWY3DP');
    await userEvent.type(screen.getByLabelText('Code that the app shows'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('code-1');
    network.restore();
  });
});
