import { z } from 'zod';

/** The password rule (API-051): 14 characters, special, lower case, upper case, digit. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= 14 &&
    password.length <= 200 &&
    /[!@#$%^&*]/.test(password) &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /[0-9]/.test(password)
  );
}

/** One `@` with something on both sides and a dot behind; no spaces. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** The scope that every API token carries. */
export const apiScope = 'read_write:all';

/** The user as the access token tells (AUTH-014). `role` is missing until an Admin sets one. */
export const tokenClaims = z.object({
  sub: z.string().min(1),
  name: z.string().default(''),
  email: z.string().default(''),
  company: z.string().default('').describe('id of the current tenant'),
  companies: z.array(z.string()).default([]).describe('ids of all tenants of the user'),
  role: z.string().default(''),
});
export type TokenClaims = z.output<typeof tokenClaims>;
