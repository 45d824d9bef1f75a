/** Schemas that several settings share, with the exact messages of the specification. */
import { z } from 'zod';
import { isHttpUrl } from '../../http-url.ts';
import { userInfoOf } from '../../secrets.ts';

/** A number from `min` to `max`, both included. */
export const between = (min: number, max: number) => {
  const message = `value must be between ${min} and ${max}`;
  return z.number({ error: message }).min(min, message).max(max, message);
};

export const wholeBetween = (min: number, max: number) =>
  between(min, max).int(`value must be between ${min} and ${max}`);

/** An http or https URL that may have `user:password@`, for settings that are sealed and masked; `''` is refused. */
export const httpUrlWithCredentials = (message: string) =>
  z.string({ error: message }).trim().max(8_000, message).refine(isHttpUrl, message);

export const noCredentials = 'I should carry no credentials!';

/**
 * An http or https URL that is answered unmasked, so without `user:password@`; `''` is refused.
 * @see rule SEC-S24
 */
export const httpUrl = (message: string) =>
  httpUrlWithCredentials(message).refine((url) => userInfoOf(url) === '', noCredentials);

/** As `httpUrl`, or `''`. */
export const optionalUrl = z
  .union([z.literal(''), httpUrl('I should be a valid URL!')])
  .default('');

/** As `httpUrlWithCredentials`, or `''`. */
export const optionalUrlWithCredentials = z
  .union([z.literal(''), httpUrlWithCredentials('I should be a valid URL!')])
  .default('');

const originMessage = 'I should be scheme, host and port: https://feeds.example.com';

/** Scheme, host and port of an address (RFC 6454), e.g. `https://feeds.example.com:8443`; no path, no user. */
export const httpOrigin = z
  .string({ error: originMessage })
  .trim()
  .max(300, originMessage)
  .refine((text) => {
    if (!isHttpUrl(text)) return false;
    const { pathname, search, hash, username, password } = new URL(text);
    return pathname === '/' && `${search}${hash}${username}${password}` === '';
  }, originMessage)
  .transform((text) => new URL(text).origin);
