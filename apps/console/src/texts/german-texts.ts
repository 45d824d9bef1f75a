/** The pages that need no sign-in, in German (ICU MessageFormat). Loaded when somebody reads German. */
import type { MessageKey } from '../messages.ts';
import type { PublicTextKey } from './public-texts.ts';

/** Sentences of messages.ts that these pages show; a test finds one that is missing. */
type SharedKey = Extract<
  MessageKey,
  | 'productTitle'
  | 'productTitleShort'
  | 'notFoundCode'
  | 'notFoundTitle'
  | 'notFoundText'
  | 'companyRequired'
  | 'emailRequired'
  | 'passwordRequired'
  | 'termsRequired'
  | 'passwordTooWeak'
  | 'registered'
  | 'registerFailed'
  | 'wrongCredentials'
  | 'accountBlocked'
  | 'notAuthorized'
  | 'accessDenied'
  | 'tooManyRequests'
  | 'cannotLogin'
  | 'roleMissing'
  | 'sendVerificationAgain'
  | 'verificationSent'
  | 'passwordResetSent'
  | 'passwordResetFailed'
  | 'cannotSendVerification'
  | 'cannotSendReset'
  | 'cannotRegister'
  | 'errorLoggingIn'
  | 'cannotGetToken'
  | 'noToken'
  | 'noUser'
  | 'requestFailed'
  | 'cannotReach'
  | 'close'
  | 'imprint'
  | 'privacy'
  | 'footerCompany'
  | 'versionBuilt'
>;

export const germanTexts: Readonly<Record<PublicTextKey | SharedKey, string>> = {
  // frame
  navPublic: 'Öffentlich',
  openMenu: 'Menü öffnen',
  menu: 'Menü',
  register: 'Registrieren',
  login: 'Anmelden',
  oneMoment: 'Einen Augenblick …',
  ok: 'Ok',
  cancel: 'Abbrechen',
  warning: 'Achtung',
  close: 'Schließen',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  footerCompany: 'Unternehmen',
  versionBuilt: 'v{version} · gebaut {moment}',
  productTitle: 'Server Side Ad Insertion',
  productTitleShort: 'SSAI',

  // titles of pages
  welcomeTitle: 'Willkommen',
  registerTitle: 'Registrieren',
  forgotTitle: 'Passwort vergessen',
  newPasswordTitle: 'Neues Passwort festlegen',
  invitationTitle: 'Einladung annehmen',
  verifyTitle: 'E-Mail-Adresse bestätigen',
  signingIn: 'Anmeldung',
  signingInFailed: 'Die Anmeldung ist fehlgeschlagen',
  pageNotFound: 'Seite nicht gefunden',

  // welcome, not found
  welcomeHead: 'Ein Stream. Für jeden Zuschauer eigene Werbung.',
  welcomeText:
    '{product} erkennt die Werbepausen in Ihrem Livestream, fragt für jeden Zuschauer Werbung an, liefert einen durchgehenden Stream, sendet die Beacons und zählt die Aufrufe.',
  backToStart: 'Zur Startseite',
  pictureSource: 'Quelle',
  pictureAdServer: 'Ad-Server',
  pictureOutput: 'Ausgabe',
  pictureAd: 'Spot {number}',
  notFoundCode: 'Fehler 404',
  notFoundTitle: 'Seite nicht gefunden :(',
  notFoundText: 'Hoppla! Hier gibt es nichts.',

  // fields
  company: 'Name des Unternehmens',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  show: 'Anzeigen',
  hide: 'Verbergen',
  ruleLength: '14 Zeichen',
  ruleSpecial: 'ein Sonderzeichen (!@#$%^&*)',
  ruleLower: 'ein Kleinbuchstabe',
  ruleUpper: 'ein Großbuchstabe',
  ruleDigit: 'eine Ziffer',
  ruleMet: ', erfüllt',
  ruleMissing: ', fehlt',
  companyRequired: 'Bitte geben Sie den Namen des Unternehmens ein.',
  emailRequired: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  passwordRequired: 'Bitte geben Sie ein gültiges Passwort ein.',
  termsRequired: 'Bitte akzeptieren Sie die Nutzungsbedingungen.',
  passwordTooWeak:
    'Das Passwort braucht mindestens 14 Zeichen mit Sonderzeichen (!@#$%^&*), Kleinbuchstaben (a-z), Großbuchstaben (A-Z) und Ziffern (0-9)',

  // login
  signInTo: 'Bei {product} anmelden',
  forgotPassword: 'Passwort vergessen?',
  loggingIn: 'Anmeldung läuft …',
  withProvider: 'Weiter mit Ihrem Identitätsanbieter',
  newHere: 'Neu hier?',
  registerCompany: 'Ihr Unternehmen registrieren',
  factorNotice:
    'Jetzt ist ein zweiter Faktor nötig. Melden Sie sich noch einmal an: Sie werden durch die Einrichtung geführt.',
  wrongCredentials:
    'Diese Kombination aus E-Mail-Adresse und Passwort gibt es nicht. Prüfen Sie auch, ob Sie Ihre E-Mail-Adresse bestätigt haben.',
  accountBlocked: 'Ihr Konto wurde gesperrt. Bitte wenden Sie sich an Ihren Systemadministrator.',
  notAuthorized:
    'Sie haben auf diese Ressource keinen Zugriff. Bitte wenden Sie sich an Ihren Systemadministrator.',
  accessDenied: 'Zugriff verweigert. Bitte wenden Sie sich an Ihren Systemadministrator.',
  tooManyRequests:
    'Ihr Konto wurde wegen zu vieler Anfragen gesperrt. Bitte wenden Sie sich an Ihren Systemadministrator.',
  cannotLogin: 'Anmeldung nicht möglich.',
  roleMissing: 'Zuerst muss ein Admin diesem Benutzer eine Rolle zuweisen.',
  sendVerificationAgain: 'Bitte senden Sie mir die Bestätigung noch einmal',
  verificationSent: 'Sie erhalten eine E-Mail zur Bestätigung, wenn wir Ihre Adresse kennen.',
  errorLoggingIn: 'Fehler beim Anmelden: {reason}',
  cannotGetToken: 'Kein Token erhalten',
  noToken: 'Es wurde kein Token übertragen',
  noUser: 'Der Benutzer fehlt oder ist leer',
  requestFailed: 'Die Anfrage ist fehlgeschlagen: {status} - {statusText} - {body}',
  cannotReach: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',

  // second factor
  secondFactor: 'Zweiter Faktor',
  usePasskey: 'Ihren Passkey verwenden',
  codeOrRecovery: 'Code Ihrer App oder ein Wiederherstellungscode',
  recoveryCode: 'Wiederherstellungscode',
  checking: 'Wird geprüft …',
  continue: 'Weiter',
  backToLogin: 'Zurück zur Anmeldung',
  setUpFactor: 'Zweiten Faktor einrichten',
  factorRequired: '{company} verlangt einen. Sie werden beim Anmelden danach gefragt.',
  useApp: 'Authenticator-App verwenden',
  useAPasskey: 'Passkey verwenden',
  scanCode: 'Scannen Sie diesen Code',
  scanText: 'Mit Ihrer Authenticator-App; oder geben Sie das Geheimnis von Hand ein:',
  qrCode: 'QR-Code für eine Authenticator-App',
  authenticatorApp: 'Authenticator-App',
  appCode: 'Code, den die App anzeigt',
  recoveryCodes: 'Wiederherstellungscodes',
  recoveryText:
    'Bewahren Sie diese Codes dort auf, wo Sie sie ohne Ihr Telefon finden. Mit jedem können Sie sich einmal anmelden; sie werden nicht noch einmal angezeigt.',
  recoveryFile: 'Als Datei herunterladen',
  recoveryKept: 'Ich habe sie aufbewahrt',

  // register
  registerText:
    'Ein neues Unternehmen beginnt mit einem Testzeitraum von 30 Tagen. Vor der ersten Anmeldung bestätigen Sie Ihre E-Mail-Adresse.',
  registrationClosed:
    'Diese Installation nimmt keine Registrierungen an. Bitten Sie einen Administrator Ihres Unternehmens um eine Einladung.',
  registeredAlready: 'Schon registriert?',
  acceptThe: 'Ich akzeptiere die',
  terms: 'Nutzungsbedingungen',
  agreement: 'Nutzungsbedingungen (auf Englisch)',
  agreementText: 'Text der Nutzungsbedingungen',
  agreementRead: 'Ok, verstanden',
  registering: 'Wird registriert …',
  getStarted: 'Los geht’s',
  registered:
    'Sie sind jetzt bei {product} registriert. Sie erhalten eine E-Mail, die Sie bestätigen, bevor Sie sich anmelden können.',
  registerFailed:
    'Ein Fehler ist aufgetreten. Versuchen Sie es später noch einmal, oder wenden Sie sich an den Support.',
  cannotRegister: 'Registrierung nicht möglich: {reason}',

  // mailed links
  forgotText: 'Wir senden Ihnen eine E-Mail mit einem Link, um ein neues Passwort festzulegen.',
  sending: 'Wird gesendet …',
  sendMail: 'E-Mail senden',
  backToLoginPage: 'Zurück zur Anmeldung',
  passwordResetSent:
    'Die E-Mail für ein neues Passwort wurde gesendet. Bitte prüfen Sie Ihr Postfach!',
  passwordResetFailed: 'Fehler beim Senden der E-Mail für ein neues Passwort: {error}',
  cannotSendReset: 'An {email} kann keine E-Mail für ein neues Passwort gesendet werden',
  cannotSendVerification: 'Die E-Mail zur Bestätigung kann nicht gesendet werden',
  passwordSet: 'Ihr neues Passwort ist gespeichert. Sie können sich jetzt damit anmelden.',
  saving: 'Wird gespeichert …',
  setPassword: 'Passwort festlegen',
  tokenMissing: 'Der Link ist unvollständig: Das Token fehlt.',
  newMail: 'Neue E-Mail anfordern',
  verifying: 'Wird bestätigt …',
  verified: 'Ihre E-Mail-Adresse ist bestätigt. Sie können sich jetzt anmelden.',
  loading: 'Wird geladen …',
  invitedTo: '{email} wurde zu {company} eingeladen.',
  joined: 'Sie sind jetzt Mitglied von {company}. Sie können sich anmelden.',
  choosePassword:
    'Wählen Sie ein Passwort. Wenn Sie sich mit dieser Adresse selbst registriert haben, geben Sie Ihr damaliges Passwort ein.',
  joining: 'Beitritt läuft …',
  acceptInvitation: 'Einladung annehmen',
};

/** Refusals of the API on these pages, by the code of the catalogue. */
export const germanErrors: Readonly<Record<string, string>> = {
  LINK_EXPIRED:
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Fordern Sie einen neuen an.',
  TOO_MANY_REQUESTS: 'Zu viele Anfragen. Versuchen Sie es später noch einmal.',
  PASSWORD_TOO_WEAK: germanTexts.passwordTooWeak,
  EMAIL_INVALID: germanTexts.emailRequired,
  REGISTRATION_CLOSED: germanTexts.registrationClosed,
  INVITATIONS_CLOSED:
    'Diese Installation nimmt keine neuen Benutzer auf. Ihr Betreiber kann das ändern.',
  STEP_EXPIRED: 'Die Anmeldung hat zu lange gedauert. Melden Sie sich noch einmal an.',
  SECOND_FACTOR_WRONG: 'Das ist falsch oder wurde schon verwendet. Versuchen Sie es noch einmal.',
  SECOND_FACTOR_TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Versuchen Sie es später noch einmal.',
  PASSKEY_REFUSED: 'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal.',
  SECOND_FACTOR_NOT_FOUND: 'Diesen zweiten Faktor gibt es nicht.',
  PASSKEYS_UNAVAILABLE:
    'Unter dieser Adresse sind Passkeys nicht möglich. Verwenden Sie eine Authenticator-App.',
};
