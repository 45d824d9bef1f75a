/**
 * Password hashes: argon2id of node:crypto as PHC strings (RFC 9106, OWASP 19 MiB, t=2, p=1), so
 * that another library could verify them. Parameters are read from the stored string.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);

/** Memory in KiB, and passes over it. */
interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

const owasp: HashCost = { memory: 19_456, passes: 2 };
const parallelism = 1;
const saltBytes = 16;
const keyBytes = 32;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly keyLength: number;
}

async function derive(password: string, parameters: Parameters): Promise<Buffer> {
  return deriveKey('argon2id', {
    message: Buffer.from(password.normalize('NFKC'), 'utf8'),
    nonce: parameters.salt,
    parallelism: parameters.parallelism,
    tagLength: parameters.keyLength,
    memory: parameters.memory,
    passes: parameters.passes,
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/**
 * A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<key>`.
 * @param cost of this hash; people of a test have one that is verified within a millisecond
 */
export async function hashPassword(
  password: string,
  { memory, passes }: HashCost = owasp,
): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, {
    memory,
    passes,
    parallelism,
    salt,
    keyLength: keyBytes,
  });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(key)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** False for a wrong password and for a string that is no hash of ours. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const [, memory, times, lanes, salt = '', key = ''] = phc.exec(stored) ?? [];
  const expected = Buffer.from(key, 'base64');
  if (expected.length === 0) return false;
  const actual = await derive(password, {
    memory: Number(memory),
    passes: Number(times),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    keyLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Verified for an unknown e-mail address, so that known and unknown take the same time (SEC-S6). */
export const dummyHash = `$argon2id$v=19$m=${owasp.memory},t=${owasp.passes},p=${parallelism}$${unpadded(Buffer.alloc(saltBytes, 7))}$${unpadded(Buffer.alloc(keyBytes, 7))}`;
