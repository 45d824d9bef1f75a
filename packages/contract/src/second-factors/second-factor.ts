/** A second factor: an authenticator app (RFC 6238), a passkey (WebAuthn), and recovery codes beside them. */
import { z } from 'zod';
import { nameText } from '../text.ts';

export const secondFactorKinds = ['totp', 'passkey'] as const;

/** Most second factors of a person; recovery codes made at once. */
export const secondFactorLimits = { factors: 10, recoveryCodes: 10 } as const;

export const secondFactor = z.object({
  id: z.string(),
  kind: z.enum(secondFactorKinds),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type SecondFactor = z.output<typeof secondFactor>;

export const secondFactorState = z.object({
  external: z.boolean().describe('true: the external identity provider asks for second factors'),
  factors: z.array(secondFactor),
  recoveryCodesLeft: z.number().int(),
  requiredBy: z.array(z.string()).describe('names of the companies that require one'),
  passkeys: z.boolean().describe('false where the address of the platform allows none'),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** Second factor of a member, as far as an Admin may see it. */
export const secondFactorOfUser = z.object({
  external: z.boolean(),
  enrolled: z.boolean(),
  mayReset: z.boolean().describe('true where the user belongs to this company alone'),
});

/** The token of a step that was begun; 256 bits. */
export const stepToken = z.string().max(100);

const base64Url = (characters: number) =>
  z
    .string()
    .max(characters)
    .regex(/^[\w-]+$/);
const credential = {
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** Answer of a browser to the options of a new passkey. @see WebAuthn Level 3 §5.1 RegistrationResponseJSON */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(4_000),
    attestationObject: base64Url(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** Answer of a browser to the options of a sign-in. @see WebAuthn Level 3 §5.1 AuthenticationResponseJSON */
export const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(4_000),
    authenticatorData: base64Url(4_000),
    signature: base64Url(4_000),
    userHandle: base64Url(200).optional(),
  }),
});

/** Options for the browser, as it reads them. */
export const passkeyOptions = z.object({
  step: stepToken,
  options: z.record(z.string(), z.unknown()).describe('for navigator.credentials'),
});

export const passkeyProof = z.object({ step: stepToken, response: shownPasskey });

/** A code of an authenticator app, or a recovery code; or a passkey. */
export const secondFactorProof = z.object({
  code: z.string().trim().max(40).optional(),
  passkey: passkeyProof.optional(),
});
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/** Confirms a sensitive change: a second factor of a person who has one, else the password. */
export const confirmation = secondFactorProof.extend({ password: z.string().max(200).optional() });
export type Confirmation = z.output<typeof confirmation>;

export const totpEnrolment = z.object({
  step: stepToken,
  secret: z.string().describe('base32, for apps without a camera'),
  uri: z.string().describe('otpauth: address for a QR code'),
});
export type TotpEnrolment = z.output<typeof totpEnrolment>;

export const factorName = nameText(60);

export const recoveryCodes = z
  .array(z.string())
  .describe('shown once; empty when there are codes already');
