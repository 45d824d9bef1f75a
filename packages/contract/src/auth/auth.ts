import { z } from 'zod';

export {
  apiScope,
  isEmail,
  isStrongPassword,
  type RegistrationMode,
  registrationModes,
} from './auth-rules.ts';

/** The user by the claims of the access token (AUTH-014). `role` is missing until an Admin sets one. */
export const tokenClaims = z.object({
  sub: z.string().min(1),
  name: z.string().default(''),
  email: z.string().default(''),
  company: z.string().default('').describe('id of the current tenant'),
  companies: z.array(z.string()).default([]).describe('ids of all tenants of the user'),
  role: z.string().default(''),
  roles: z.record(z.string(), z.string()).default({}).describe('role in each tenant, by its id'),
});
export type TokenClaims = z.output<typeof tokenClaims>;
