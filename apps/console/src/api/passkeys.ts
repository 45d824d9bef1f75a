/** Passkeys of the browser. Loaded, with its library, when one is asked for. */
import type { AnswerOf, contract } from '@interlude/contract/api';

type Options = AnswerOf<(typeof contract)['auth']['askForPasskey']>['options'];

/** @throws Error with a sentence for a person */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return inWords(() => startRegistration({ optionsJSON: options as never }));
}

/** @throws Error with a sentence for a person */
export async function showPasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return inWords(() => startAuthentication({ optionsJSON: options as never }));
}

const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was given. Try again, or use another way.',
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: 'Passkeys work at the address of the platform alone. Open it by its host name.',
  AbortError: 'No passkey was given. Try again, or use another way.',
};

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Error(sentences[name] ?? 'This browser cannot use passkeys here.', { cause: error });
  }
}
