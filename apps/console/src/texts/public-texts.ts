/** Texts of the pages that need no sign-in, in English; sentences of the specification stand in messages.ts. */
import { type ValuesFor, written } from './written.ts';

export const publicTexts = {
  // frame
  navPublic: 'Public',
  openMenu: 'Open menu',
  menu: 'Menu',
  register: 'Register',
  login: 'Login',
  oneMoment: 'One moment…',
  ok: 'Ok',
  cancel: 'Cancel',
  warning: 'Warning',

  // titles of pages
  welcomeTitle: 'Welcome',
  registerTitle: 'Register',
  forgotTitle: 'Forgot password',
  newPasswordTitle: 'Set a new password',
  invitationTitle: 'Accept invitation',
  verifyTitle: 'Verify email',
  signingIn: 'Signing in',
  signingInFailed: 'Signing in failed',
  pageNotFound: 'Page not found',

  // welcome, not found
  welcomeHead: 'One stream. Every viewer’s own ads.',
  welcomeText:
    '{product} detects the ad breaks in your live stream, requests ads for every viewer, delivers one continuous stream, fires the beacons and counts the views.',
  backToStart: 'Back to the start',
  pictureSource: 'Source',
  pictureAdServer: 'Ad server',
  pictureOutput: 'Output',
  pictureAd: 'Ad {number}',

  // fields
  company: 'Company Name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  show: 'Show',
  hide: 'Hide',
  ruleLength: '14 characters',
  ruleSpecial: 'a special character (!@#$%^&*)',
  ruleLower: 'a lower case letter',
  ruleUpper: 'an upper case letter',
  ruleDigit: 'a number',
  ruleMet: ', met',
  ruleMissing: ', missing',

  // login
  signInTo: 'Sign in to {product}',
  forgotPassword: 'Forgot password?',
  loggingIn: 'Signing in…',
  withProvider: 'Continue with your identity provider',
  newHere: 'New here?',
  registerCompany: 'Register your company',
  factorNotice: 'A second factor is needed now. Log in again: you are led through it.',

  // second factor
  secondFactor: 'Second factor',
  usePasskey: 'Use your passkey',
  codeOrRecovery: 'Code of your app, or a recovery code',
  recoveryCode: 'Recovery code',
  checking: 'Checking…',
  continue: 'Continue',
  backToLogin: 'Back to the login',
  setUpFactor: 'Set up a second factor',
  factorRequired: '{company} requires one. You will be asked for it when you log in.',
  useApp: 'Use an authenticator app',
  useAPasskey: 'Use a passkey',
  scanCode: 'Scan this code',
  scanText: 'With your authenticator app; or enter its secret by hand:',
  qrCode: 'QR code for an authenticator app',
  authenticatorApp: 'Authenticator app',
  appCode: 'Code that the app shows',
  recoveryCodes: 'Recovery codes',
  recoveryText:
    'Keep these codes where you find them without your phone. Each opens the login once, and they are not shown again.',
  recoveryFile: 'Download as a file',
  recoveryKept: 'I have kept them',

  // register
  registerText: 'A new company starts on a 30-day trial. You confirm your email before you log in.',
  registrationClosed:
    'This installation takes no registrations. Ask an administrator of your company for an invitation.',
  registeredAlready: 'Registered already?',
  acceptThe: 'I accept the',
  terms: 'terms and conditions',
  agreement: 'Service agreement',
  agreementText: 'Service agreement text',
  agreementRead: 'Ok, got it',
  registering: 'Registering...',
  getStarted: 'Get started',

  // mailed links
  forgotText: 'We send you a mail with a link to set a new password.',
  sending: 'Sending…',
  sendMail: 'Send mail',
  backToLoginPage: 'Back to login',
  passwordSet: 'Your new password is set. You can log in with it now.',
  saving: 'Saving…',
  setPassword: 'Set password',
  tokenMissing: 'The link is incomplete: it has no token.',
  newMail: 'Request a new mail',
  verifying: 'Verifying…',
  verified: 'Your email is verified. You can log in now.',
  loading: 'Loading…',
  invitedTo: '{email} has been invited to {company}.',
  joined: 'You are a member of {company} now. You can log in.',
  choosePassword:
    'Choose a password. If you have registered with this address yourself, enter that one.',
  joining: 'Joining…',
  acceptInvitation: 'Accept invitation',
} as const;

export type PublicTextKey = keyof typeof publicTexts;

/** The text with its `{values}`, in the language of the reader. A missing value is a compile error. */
export function publicText<Key extends PublicTextKey>(
  key: Key,
  ...values: ValuesFor<(typeof publicTexts)[Key]>
): string {
  return written(key, publicTexts[key], values[0]);
}
