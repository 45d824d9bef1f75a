import { ApiError } from '@interlude/contract/api';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { messages, text } from '../../messages.ts';
import { registerFailure, registerProblem } from './register-form.ts';
import { RegisterForm, RegisterPage } from './register-page.tsx';
import { agreement } from './service-agreement.ts';

afterEach(cleanup);

const good = { company: 'Acme', email: 'a@b.org', password: 'Long-Enough-Pass1!', terms: true };
const refused = (name: string) =>
  registerFailure(new ApiError(400, '', JSON.stringify({ code: 400, name, message: 'm' })));
const button = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /Get started|Registering/ });

async function fill() {
  await userEvent.type(screen.getByLabelText('Company Name'), 'Acme');
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.org');
  await userEvent.type(screen.getByLabelText('Password'), 'x');
  await userEvent.click(screen.getByRole('checkbox'));
}

describe('the rules of the register form', () => {
  it('PUB-011 checks company, email, password, terms in this order', () => {
    const empty = { company: '', email: '', password: '', terms: false };
    const fields = [
      registerProblem(empty),
      registerProblem({ ...empty, company: 'A' }),
      registerProblem({ ...empty, company: 'A', email: 'e' }),
      registerProblem({ ...empty, company: 'A', email: 'e', password: 'p' }),
      registerProblem(good),
    ].map((problem) => problem?.field);
    expect(fields).toEqual(['company', 'email', 'password', 'terms', undefined]);
  });

  it.each([
    ['PUB-012', { company: '   ' }, 'Please enter a valid Company Name.'],
    ['PUB-013', { email: '' }, 'Please enter a valid Email.'],
    ['PUB-014', { password: '' }, 'Please enter a valid Password.'],
    ['PUB-015', { terms: false }, 'Please accept the terms and conditions.'],
  ])('%s %o', (_row, change, message) => {
    expect(registerProblem({ ...good, ...change })?.message).toBe(message);
  });

  it('PUB-016 PUB-017 PUB-019 maps what the server refuses', () => {
    expect(refused('PasswordStrengthError')).toEqual({
      field: 'password',
      message: messages.passwordTooWeak,
    });
    expect(refused('Bad Request').message).toBe('Please enter a valid Email.');
    expect(refused('InternalError').message).toBe(
      'An error occured. Try again later or contact support.',
    );
  });

  it('PUB-018 names the product', () => {
    expect(text('registered', { product: 'Interlude' })).toBe(
      'You have been successfully registered with Interlude. You will receive an email, which you need to confirm before you can login.',
    );
  });
});

describe('the register page', () => {
  it('PUB-002 PUB-008 shows Company Name, Email, Password and the terms', () => {
    render(
      <RegisterPage
        location={{ path: '/register', query: '' }}
        installation={undefined}
        productName="Interlude"
        onSignIn={() => undefined}
      />,
    );
    for (const label of ['Company Name', 'Email', 'Password']) {
      expect(screen.getByLabelText(label)).toBeDefined();
    }
    expect(screen.getByRole('checkbox', { name: 'I accept the' })).toBeDefined();
  });

  it("PUB-010 reads 'Registering...' and is disabled while it registers", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let done = 0;
    render(
      <RegisterForm
        onRegister={() => promise}
        onDone={() => {
          done += 1;
        }}
      />,
    );
    expect(button().textContent).toBe('Get started');
    await fill();
    await userEvent.click(button());
    expect([button().textContent, button().disabled]).toEqual(['Registering...', true]);
    resolve();
    await screen.findByRole('button', { name: 'Get started' });
    expect(done).toBe(1);
  });

  it('PUB-019 a failure stands in the form and can be tried again', async () => {
    const fail = () => Promise.reject(new Error('Cannot register: x'));
    render(<RegisterForm onRegister={fail} onDone={() => undefined} />);
    await fill();
    await userEvent.click(button());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An error occured. Try again later or contact support.',
    );
    expect(button().disabled).toBe(false);
  });

  it("PUB-009 the terms open in a dialog that 'Ok, got it' closes", async () => {
    render(<RegisterForm onRegister={async () => undefined} onDone={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'terms and conditions' }));
    expect(screen.getByRole('dialog', { name: 'Service agreement' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Ok, got it' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the service agreement', () => {
  const whole = agreement.flatMap(({ title, paragraphs }) => [title, ...paragraphs]).join('\n');

  it.each([
    'Live:',
    'VoD:',
    'Vod2live:',
    'conditioning of ad creatives',
    'Measurement and analytics',
    'Definitions',
    'Fees',
    'Term and termination',
    'Liability',
    'Governing law',
  ])('PUB-020 covers %s', (topic) => {
    expect(whole).toContain(topic);
  });

  it.each([
    '100,000 concurrent sessions per Client',
    'one year',
    '180 days',
    '30-day cure period',
    'three weeks',
    'euros',
    'Class 1',
    'Class 2',
    'Class 3',
    'Basic and Professional',
    'Enterprise it runs in the own cloud of the Client (the tenant)',
    'German law',
    'Berlin',
  ])('PUB-021 says %s', (figure) => {
    expect(whole).toContain(figure);
  });
});
