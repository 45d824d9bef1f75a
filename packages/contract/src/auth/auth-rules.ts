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

/** One `@` with something on both sides and a dot behind; no spaces. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** The scope that every API token carries. */
export const apiScope = 'read_write:all';
