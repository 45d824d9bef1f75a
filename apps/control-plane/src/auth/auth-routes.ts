/** Binds the calls without a token to their services. */
import type { contract } from '@interlude/contract';
import type { Config } from '@interlude/runtime';
import type { Handlers } from '../http/call.ts';
import type { LoginService } from './accounts/login-service.ts';
import type { RegistrationService } from './accounts/registration-service.ts';
import type { IdentityProvider } from './identity-provider.ts';

export interface AuthRoutesOptions {
  readonly config: Pick<
    Config,
    'registration' | 'productName' | 'links' | 'analyticsHost' | 'analyticsScriptUrl' | 'smtpUrl'
  >;
  readonly version: string;
  readonly identity: IdentityProvider;
  readonly login: LoginService;
  readonly registration: RegistrationService;
}

export function authRoutes(options: AuthRoutesOptions): Handlers<(typeof contract)['auth']> {
  const { config, version, identity, login, registration } = options;
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
    login: async ({ body, ip }) => {
      const { access_token, refresh_token } = await login.login(body, ip);
      return { access_token, refresh_token: refresh_token ?? '' };
    },
    refresh: ({ body }) => identity.refresh(body.refresh_token),
    register: ({ body, ip }) => registration.register(body, ip),
    sendVerificationEmail: ({ body, ip }) => registration.sendVerificationEmail(body.email, ip),
    verifyEmail: ({ body, ip }) => registration.verifyEmail(body.token, ip),
    sendPasswordReset: ({ body, ip }) => registration.sendPasswordReset(body.email, ip),
    resetPassword: ({ body, ip }) => registration.resetPassword(body.token, body.password, ip),
    notifyLoginNoRole: ({ body, ip }) =>
      registration.notifyLoginNoRole(body.company, body.email, ip),
  };
}
