/** Schemas of single variables: text in, typed value out; every message continues "<VARIABLE> …". */
import { isEmail, isHttpUrl, isStrongPassword, userRoles } from '@interlude/contract/launch';
import { z } from 'zod';
import { parseScannerAddress } from './antivirus/scanner-address.ts';
import { parseArchivePlace } from './event-archive/archive-place.ts';

const text = z.string().trim();

/** A TCP port; 0 lets the system choose (tests). */
export const port = text
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

export const jobCount = text
  .regex(/^\d{1,2}$/, 'must be a number from 1 to 64')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 64, 'must be a number from 1 to 64');

export const dayCount = text
  .regex(/^\d{1,4}$/, 'must be a number of days, 1 to 3650')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 3_650, 'must be a number of days, 1 to 3650');

export const host = text
  .min(1)
  .regex(/^[0-9a-z.:_-]+$/i, 'must be a host name or an IP address, for example 0.0.0.0');

/** Without a slash at the end, so that paths can be appended. */
export const httpAddress = text
  .refine(
    (value) => isHttpUrl(value) && !/[?#]/.test(value),
    'must be an http:// or https:// address without query',
  )
  .transform((value) => value.replace(/\/+$/, ''));

export const postgresAddress = text.refine(
  (value) => /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value),
  'must look like postgres://user:password@host:5432/database',
);

export const smtpAddress = text.refine(
  (value) => /^smtps?:\/\//i.test(value) && URL.canParse(value),
  'must look like smtp://user:password@host:587',
);

export const scannerAddress = text.refine(
  (value) => parseScannerAddress(value) !== undefined,
  'must be host:port, or the path of a Unix socket that begins with a slash',
);

export const emailAddress = text.refine(isEmail, 'must be an e-mail address');

export const mailSender = text.refine(
  (value) => isEmail(/<([^<>]*)>$/.exec(value)?.[1] ?? value),
  'must be an e-mail address, with or without a name: Interlude <no-reply@example.com>',
);

export const strongPassword = z
  .string()
  .refine(
    isStrongPassword,
    'must have 14 to 200 characters with lower case, upper case, digits and one of !@#$%^&*',
  );

export const onOff = text
  .toLowerCase()
  .transform(
    (value) => ({ on: true, true: true, 1: true, off: false, false: false, 0: false })[value],
  )
  .refine((value) => value !== undefined, 'must be on or off')
  .transform((value) => value === true);

export const secretKeyText = text.refine(
  (value) => /^[0-9a-f]{64}$/i.test(value) || Buffer.from(value, 'base64').length === 32,
  'must hold 32 bytes as base64 or 64 hex digits',
);

/** Sent in a header: visible ASCII without spaces. */
export const bearerToken = text.regex(
  /^[\x21-\x7e]{16,1000}$/,
  'must have 16 to 1000 characters, without spaces: `openssl rand -hex 32` makes one',
);

export const providerKey = text.regex(
  /^[\x21-\x7e]{8,500}$/,
  'must be a key of 8 to 500 characters, without spaces',
);

export const plainText = text.max(2_000, 'must not be longer than 2000 characters');

export const commaList = text.transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

/** Off: undefined. */
export const archivePlace = text
  .transform((value) =>
    value.toLowerCase() === 'off' ? undefined : (parseArchivePlace(value) ?? 'wrong'),
  )
  .refine(
    (value) => value !== 'wrong',
    'must be off, local, s3://KEY:SECRET@host/bucket/prefix?region=… or azure://ACCOUNT:KEY@host/container/prefix',
  )
  .transform((value) => (value === 'wrong' ? undefined : value));

const roleMapProblem = `must be a JSON object with a role for each value, such as {"ads-editors":"Editor"}; roles are ${userRoles.join(', ')}`;

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Role by the value of a claim. */
export const roleMap = plainText
  .transform(parseJson)
  .pipe(
    z.record(z.string(), z.enum(userRoles, { error: roleMapProblem }), { error: roleMapProblem }),
  );
