import { expect, it } from 'vitest';
import { register } from '../features/register/register-form.ts';
import { sendPasswordReset, sendVerificationEmail } from './account-mails.ts';

// A relative address cannot be fetched outside of a browser: every call here fails on its way.
const email = 'eve@acme.example';

it("ERR-012 'Cannot send verification email', with its cause", async () => {
  const failure = await sendVerificationEmail(email).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: 'Cannot send verification email',
    cause: expect.any(TypeError),
  });
});

it("ERR-013 'Cannot send password reset to …' names the address", async () => {
  const failure = await sendPasswordReset(email).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: 'Cannot send password reset to eve@acme.example',
    cause: expect.any(TypeError),
  });
});

it("ERR-014 'Cannot register: …' reports the reason", async () => {
  const values = { company: 'Acme', email, password: 'x', terms: true };
  const failure = await register(values).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: 'Cannot register: The server cannot be reached. Check your connection.',
    cause: expect.any(TypeError),
  });
});
