/** An authenticator in software: ES256, user verification, a counter. @see WebAuthn Level 3 §6.1, §6.5 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64Url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data: user present, user verified, attested credential data. */
const flags = { present: 1, verified: 4, attested: 64 } as const;

export interface SoftwarePasskey {
  readonly id: string;
  /** Answers `navigator.credentials.create`. */
  create(options: unknown, more?: { readonly flags?: number; readonly origin?: string }): object;
  /** Answers `navigator.credentials.get`. */
  get(
    options: unknown,
    more?: { readonly flags?: number; readonly origin?: string; readonly counter?: number },
  ): object;
}

const challengeOf = (options: unknown) => String(Reflect.get(Object(options), 'challenge'));

/** @param origin of the page that requests it; its host name is the relying party */
export function createSoftwarePasskey(origin: string): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = base64Url(rawId);
  let counter = 0;

  function authenticatorData(given: number, count: number, credential = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(given, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), head, credential]);
  }

  const clientData = (type: string, options: unknown, from: string) =>
    Buffer.from(
      JSON.stringify({ type, challenge: challengeOf(options), origin: from, crossOrigin: false }),
    );

  /** RFC 9052 §7: a map of five, EC2 on P-256 for ES256. */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id,
    create: (options, more = {}) => {
      const given = more.flags ?? flags.present | flags.verified;
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        coseKey,
      ]);
      const data = authenticatorData(given | flags.attested, counter, credential);
      // RFC 8949: {"fmt": "none", "attStmt": {}, "authData": bytes of at most 255}
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', options, more.origin ?? origin)),
          attestationObject: base64Url(attestation),
          transports: ['internal'],
        },
      };
    },
    get: (options, more = {}) => {
      counter = more.counter ?? counter + 1;
      const data = authenticatorData(more.flags ?? flags.present | flags.verified, counter);
      const client = clientData('webauthn.get', options, more.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(signature),
        },
      };
    },
  };
}
