/** Passkeys: options for the browser, and the checks of its answers. @see WebAuthn Level 3 §7 */
import { isIP } from 'node:net';
import type { newPasskey, shownPasskey } from '@interlude/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { z } from 'zod';

/** Some 300 modules, which a start need not load. */
const webAuthn = () => import('@simplewebauthn/server');

type StoredPasskey = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
};

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** EdDSA, ES256, RS256: the algorithms of authenticators (COSE, RFC 9053 §2, RFC 8812 §2). */
const algorithms = [-8, -7, -257];
/** Milliseconds that a browser waits for the person. */
const timeout = 120_000;

/**
 * From PUBLIC_URL. Browsers make passkeys for host names over https, and for localhost; an address is no host name.
 * @see WebAuthn Level 3 §5.1.2 "effective domain"
 */
export function relyingPartyOf(publicUrl: string, name: string): RelyingParty | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  if (hostname === 'localhost' || hostname === '127.0.0.1') {
    return { id: 'localhost', name, origins: [publicUrl.replace(hostname, 'localhost')] };
  }
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || protocol !== 'https:'
    ? undefined
    : { id: hostname, name, origins: [publicUrl] };
}

const descriptor = ({ credentialId: id, transports }: StoredPasskey) => ({
  id,
  transports: [...transports],
});

export async function newPasskeyOptions(
  party: RelyingParty,
  person: { readonly userId: string; readonly email: string },
  known: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(person.userId)),
    userName: person.email,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
  });
  return { challenge: options.challenge, options: { ...options } };
}

/** The passkey; undefined when the answer is not good. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: z.output<typeof newPasskey>,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: response.response.transports ?? [],
    };
  } catch {
    // The library throws for every answer that is not to be believed.
    return undefined;
  }
}

export async function shownPasskeyOptions(party: RelyingParty, known: readonly StoredPasskey[]) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout,
    allowCredentials: known.map(descriptor),
    userVerification: 'required',
  });
  return { challenge: options.challenge, options: { ...options } };
}

/** The counter that the passkey has now; undefined when the answer is not good. */
export async function readShownPasskey(
  party: RelyingParty,
  challenge: string,
  response: z.output<typeof shownPasskey>,
  known: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
