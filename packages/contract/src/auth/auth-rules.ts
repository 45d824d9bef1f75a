/** Rules about credentials without a schema, so that a public page can use them without zod. */

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

/** RFC 5322 §3.2.3: characters of an atom; quoted local parts, comments and names around the address are refused. */
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** RFC 1035 §2.3.1 with RFC 1123 §2.1: letters, digits and hyphens within. */
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`);

/**
 * One mailbox, written in one way: dot-atom, `@`, a domain with a dot (SEC-S43). At most 64 characters before the `@`
 * and 254 in all (RFC 5321 §4.5.3.1).
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && address.test(text);
}

/** The scope that every API token carries. */
export const apiScope = 'read_write:all';

/** Registration: `open` to anybody, `invite` for people with an invitation, `off` for nobody. */
export const registrationModes = ['open', 'invite', 'off'] as const;
export type RegistrationMode = (typeof registrationModes)[number];
