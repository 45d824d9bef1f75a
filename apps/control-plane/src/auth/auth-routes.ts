/** Binds the calls without a token to their services. */
import { preferredLanguage } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { auditNetwork, type Config } from '@interlude/runtime';
import type { Handlers } from '../http/call.ts';
import type { LoginService } from './accounts/login-service.ts';
import type { RegistrationService } from './accounts/registration-service.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { type ClientRequest, loginClientOf } from './login-client.ts';
import type { SecondFactorLogin } from './second-factor/second-factor-login.ts';

export interface AuthRoutesOptions {
  readonly config: Pick<
    Config,
    'registration' | 'productName' | 'links' | 'analyticsHost' | 'analyticsScriptUrl' | 'smtpUrl'
  >;
  readonly version: string;
  readonly identity: IdentityProvider;
  readonly login: LoginService;
  readonly registration: RegistrationService;
  readonly secondFactor: SecondFactorLogin;
  readonly now: () => number;
}

export function authRoutes(options: AuthRoutesOptions): Handlers<(typeof contract)['auth']> {
  const { config, version, identity, login, registration, secondFactor } = options;

  /** Issues tokens for a person who has passed password and second factor. */
  async function issue(
    { userId, rotation }: { readonly userId: string; readonly rotation: boolean },
    request: ClientRequest,
  ) {
    const client = loginClientOf(request);
    const tokens = await identity.issue(userId, { rotation, client, secondFactor: true });
    return { ...tokens, refresh_token: tokens.refresh_token ?? '' };
  }

  return {
    authProp: async () => ({
      domain: identity.issuer,
      clientId: identity.clientId,
      audience: identity.audience,
      external: identity.external,
      registration: config.registration,
      productName: config.productName,
      version,
      links: config.links,
      analyticsHost: config.analyticsHost,
      analyticsScriptUrl: config.analyticsScriptUrl ?? '',
      mailbox: config.smtpUrl === undefined,
    }),
    login: ({ body, ip, request }) => login.login(body, { ip, request }),
    showSecondFactor: async ({ body: { step, ...proof }, ip, request }) =>
      issue(await secondFactor.show(step, proof, ip), request),
    askForPasskey: ({ body }) => secondFactor.askForPasskey(body.step),
    beginEnrolment: ({ body }) => secondFactor.beginEnrolment(body.step, body.kind),
    finishEnrolment: async ({ body, ip, request }) => {
      const by = {
        id: request.id,
        atMs: options.now(),
        network: auditNetwork(request.clientAddress),
      };
      const { recoveryCodes, ...loggedIn } = await secondFactor.finishEnrolment(body, ip, by);
      return { ...(await issue(loggedIn, request)), recoveryCodes };
    },
    refresh: ({ body, request }) => identity.refresh(body.refresh_token, request),
    register: ({ body, ip, request }) =>
      registration.register(body, ip, preferredLanguage(request.headers['accept-language'])),
    sendVerificationEmail: ({ body, ip }) => registration.sendVerificationEmail(body.email, ip),
    verifyEmail: ({ body, ip }) => registration.verifyEmail(body.token, ip),
    sendPasswordReset: ({ body, ip }) => registration.sendPasswordReset(body.email, ip),
    resetPassword: ({ body, ip }) => registration.resetPassword(body.token, body.password, ip),
    notifyLoginNoRole: ({ body, ip }) =>
      registration.notifyLoginNoRole(body.company, body.email, ip),
  };
}
