/** Calls without a token. Their paths and bodies are the specification's (API-002 to API-008). */
import { z } from 'zod';
import { route } from '../route.ts';
import {
  newPasskey,
  passkeyOptions,
  recoveryCodes,
  secondFactorKinds,
  secondFactorProof,
  stepToken,
  totpEnrolment,
} from '../second-factors/second-factor.ts';
import { nameText } from '../text.ts';
import { registrationModes } from './auth-rules.ts';

const tag = 'identity';
const message = z.object({ message: z.string() });
const email = z.string().trim().max(254);
const tokens = { access_token: z.string(), refresh_token: z.string() };
/** The password was right: `step` is the token for the second factor, or for its enrolment. */
const nextStep = z.object({
  step: stepToken,
  kinds: z.array(z.enum(secondFactorKinds)).describe('what the person may show; empty = none yet'),
  company: z.string().describe('that requires a second factor; the person has none yet'),
  passkeys: z.boolean().describe('false where the address of the platform allows none'),
});

export const authRoutes = {
  authProp: route({
    method: 'GET',
    path: '/api/auth-prop',
    roles: 'public',
    tag,
    summary: 'Where to sign in',
    errors: [],
    answer: z.object({
      domain: z.string().describe('issuer URL of the identity provider'),
      clientId: z.string(),
      audience: z.string(),
      external: z.boolean().describe('true when OIDC_ISSUER names the provider'),
      registration: z
        .enum(registrationModes)
        .describe('whether POST /api/register is taken (open), and invitations (not off)'),
      productName: z.string(),
      version: z.string(),
      links: z.object({
        support: z.string(),
        imprint: z.string(),
        privacy: z.string(),
        company: z.string(),
      }),
      analyticsHost: z.string(),
      analyticsScriptUrl: z.string().describe('loaded on `analyticsHost` only; empty = none'),
      mailbox: z
        .boolean()
        .describe('true when mails are kept for the operator instead of being sent'),
    }),
  }),
  login: route({
    method: 'POST',
    path: '/api/login',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Log in with e-mail and password',
    body: z.object({
      email,
      password: z.string().max(200),
      verifier: z.string().max(200).describe('PKCE verifier made by the client'),
      challenge: z.string().max(200).describe('base64url(sha256(verifier))'),
      rotation: z
        .boolean()
        .default(false)
        .describe('true = the caller stores a new refresh_token at each refresh'),
    }),
    answer: z.object({
      access_token: z.string().describe('empty until the second factor is shown'),
      refresh_token: z.string(),
      second_factor: nextStep.optional().describe('comes first, when it is there'),
    }),
    errors: [
      'LOGIN_WRONG_CREDENTIALS',
      'LOGIN_UNVERIFIED',
      'LOGIN_BLOCKED',
      'LOGIN_TOO_MANY_ATTEMPTS',
      'LOGIN_CHALLENGE_INVALID',
      'LOGIN_EXTERNAL_ONLY',
    ],
  }),
  showSecondFactor: route({
    method: 'POST',
    path: '/api/login/second-factor',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Log in: the second factor, after the password',
    body: secondFactorProof.extend({ step: stepToken }),
    answer: z.object(tokens),
    errors: ['STEP_EXPIRED', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_TOO_MANY_ATTEMPTS'],
  }),
  askForPasskey: route({
    method: 'POST',
    path: '/api/login/passkey',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Log in: options with which the browser asks for a passkey',
    body: z.object({ step: stepToken }),
    answer: passkeyOptions,
    errors: ['STEP_EXPIRED', 'SECOND_FACTOR_NOT_FOUND', 'PASSKEYS_UNAVAILABLE'],
  }),
  beginEnrolment: route({
    method: 'POST',
    path: '/api/login/enrolment',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Log in where a company requires a second factor: begin with the first one',
    body: z.object({ step: stepToken, kind: z.enum(secondFactorKinds) }),
    answer: z.object({ totp: totpEnrolment.optional(), passkey: passkeyOptions.optional() }),
    errors: ['STEP_EXPIRED', 'PASSKEYS_UNAVAILABLE'],
  }),
  finishEnrolment: route({
    method: 'PUT',
    path: '/api/login/enrolment',
    roles: 'public',
    tag,
    summary: 'Log in where a company requires a second factor: add the first one',
    body: z.object({
      step: stepToken.describe('of the login'),
      enrolment: stepToken,
      code: z.string().trim().max(40).optional(),
      response: newPasskey.optional(),
    }),
    answer: z.object({ ...tokens, recoveryCodes }),
    errors: [
      'STEP_EXPIRED',
      'SECOND_FACTOR_WRONG',
      'SECOND_FACTOR_TOO_MANY_ATTEMPTS',
      'PASSKEY_REFUSED',
    ],
  }),
  refresh: route({
    method: 'POST',
    path: '/api/refresh',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Get a new access token',
    body: z.object({ refresh_token: z.string().max(4_000) }),
    answer: z.object({ access_token: z.string(), refresh_token: z.string().optional() }),
    errors: ['REFRESH_REFUSED', 'SECOND_FACTOR_NEEDED'],
  }),
  register: route({
    method: 'POST',
    path: '/api/register',
    roles: 'public',
    tag,
    status: 201,
    summary: 'Register a company and its first user, or request to join one',
    body: z.object({
      company: nameText(100),
      email,
      password: z.string().max(200),
    }),
    answer: message,
    errors: ['PASSWORD_TOO_WEAK', 'EMAIL_INVALID', 'TOO_MANY_REQUESTS', 'REGISTRATION_CLOSED'],
  }),
  sendVerificationEmail: route({
    method: 'POST',
    path: '/api/sendVerificationEmail',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Send the verification mail again',
    body: z.object({ email }),
    answer: message,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/verifyEmail',
    roles: 'public',
    tag,
    summary: 'Confirm an e-mail address with the token of the mail',
    body: z.object({ token: z.string().max(200) }),
    answer: message,
    errors: ['LINK_EXPIRED'],
  }),
  sendPasswordReset: route({
    method: 'POST',
    path: '/api/sendPasswordReset',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Send a mail that lets the user set a new password',
    body: z.object({ email }),
    answer: message,
    errors: ['EMAIL_INVALID', 'TOO_MANY_REQUESTS'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/resetPassword',
    roles: 'public',
    tag,
    summary: 'Set a new password with the token of the mail',
    body: z.object({ token: z.string().max(200), password: z.string().max(200) }),
    answer: message,
    errors: ['LINK_EXPIRED', 'PASSWORD_TOO_WEAK'],
  }),
  notifyLoginNoRole: route({
    method: 'POST',
    path: '/api/notifyLoginNoRole',
    roles: 'public',
    changes: false,
    tag,
    summary: 'Tell the Admins of a tenant that a user without a role tried to log in',
    body: z.object({ company: z.string().max(100), email }),
    answer: message,
    errors: ['TOO_MANY_REQUESTS'],
  }),
} as const;
