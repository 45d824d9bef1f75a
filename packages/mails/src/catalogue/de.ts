/** Texts of the platform to persons, in German. */
import type { MailKey } from './en.ts';

export const de: Readonly<Record<MailKey, string>> = {
  // accounts
  verificationSubject: 'Bestätigen Sie Ihre E-Mail-Adresse für {product}',
  verificationWelcome: 'Willkommen bei {product}.',
  verificationAsk:
    'Bitte bestätigen Sie Ihre E-Mail-Adresse, indem Sie innerhalb {days, plural, one {eines Tages} other {von # Tagen}} diesen Link öffnen:',
  verificationOpen: 'E-Mail-Adresse bestätigen',
  verificationIgnore: 'Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail.',
  resetSubject: 'Neues Passwort für {product}',
  resetWhy: 'Jemand, hoffentlich Sie, hat ein neues Passwort angefordert.',
  resetAsk:
    'Legen Sie es innerhalb {hours, plural, one {einer Stunde} other {von # Stunden}} hier fest:',
  resetOpen: 'Neues Passwort festlegen',
  resetIgnore:
    'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail; Ihr Passwort bleibt unverändert.',
  invitationSubject: 'Sie wurden zu „{company}“ auf {product} eingeladen',
  invitationWhy: 'Sie wurden von {inviter} zu „{company}“ auf {product} eingeladen.',
  invitationAsk:
    'Um anzunehmen, öffnen Sie innerhalb {days, plural, one {eines Tages} other {von # Tagen}} diesen Link:',
  invitationOpen: 'Einladung annehmen',
  invitationIgnore:
    'Wenn Sie nicht beitreten möchten, ignorieren Sie diese E-Mail; dann geschieht nichts.',
  registeredSubject: 'Sie haben schon ein Konto bei {product}',
  registeredWhy:
    'Jemand, hoffentlich Sie, wollte sich mit dieser E-Mail-Adresse registrieren, doch sie hat schon ein Konto. Melden Sie sich hier an:',
  registeredOpen: 'Anmelden',
  registeredForgot:
    'Wenn Sie Ihr Passwort nicht mehr wissen, wählen Sie dort „Passwort vergessen?“.',

  // second factors
  factorAddedSubject: 'Ein zweiter Faktor wurde hinzugefügt · {product}',
  factorAdded:
    'Der zweite Faktor „{name}“ wurde Ihrem Konto hinzugefügt. Er wird beim Anmelden abgefragt.',
  factorRemovedSubject: 'Ein zweiter Faktor wurde entfernt · {product}',
  factorRemoved: 'Der zweite Faktor „{name}“ wurde aus Ihrem Konto entfernt.',
  codesSubject: 'Neue Wiederherstellungscodes · {product}',
  codesMade:
    'Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt. Die früheren gelten nicht mehr.',
  codeUsedSubject: 'Ein Wiederherstellungscode wurde verwendet · {product}',
  codeUsed:
    'Jemand, hoffentlich Sie, hat einen Wiederherstellungscode Ihres Kontos verwendet. {left, plural, =0 {Es ist keiner übrig} one {Es ist einer übrig} other {Es sind # übrig}}.',
  factorsResetSubject: 'Ihre zweiten Faktoren wurden zurückgesetzt · {product}',
  factorsReset:
    '{admin} hat alle zweiten Faktoren Ihres Kontos entfernt und Ihre Sitzungen beendet. Ihr Passwort ist unverändert.',
  factorUnknown:
    'Wenn Sie davon wissen, ist nichts zu tun. Andernfalls legen Sie jetzt ein neues Passwort fest, was alle Sitzungen beendet, und informieren Sie Ihren Administrator:',

  // limits of the plan
  limitSubject: '„{company}“ hat {percent, number} % einer Grenze des Tarifs erreicht',
  trialEndsSubject: 'Der kostenlose Testzeitraum von „{company}“ endet bald',
  limitWhy: 'Sie erhalten diese E-Mail, weil Sie Admin von „{company}“ sind.',
  limitOpen: 'Zum Abonnement',

  // notifications
  notice: 'Es gibt Neues bei „{company}“:',
  noticeSubject: '{topic}: {content}',
  digestSubject:
    '{count, plural, one {# Benachrichtigung} other {# Benachrichtigungen}} von „{company}“',
  digest: '{count, plural, one {# Benachrichtigung} other {# Benachrichtigungen}} von „{company}“:',
  digestMore: 'Und {count, number} weitere; alle stehen in der Konsole.',
  noticeOpen: 'In der Konsole öffnen',
  slackOpen: 'In {product} öffnen',
  noticeWhy: 'Sie erhalten diese E-Mail, weil Ihr Profil sie abonniert hat.',
  noticeSettings: 'Benachrichtigungen ändern',
  unsubscribe: 'Abbestellen',
  unsubscribeAll: 'Alle E-Mails abbestellen',
  offSubject: '{product}: Ein Abonnement wurde abgeschaltet',
  offWhy:
    'Ihr Abonnement von {topic} über {channel} ({address}) wurde abgeschaltet: Einen Tag lang konnte nichts zugestellt werden, oder der Empfänger hat sich abgemeldet.',
  offReason: 'Letzter Fehler: {reason}',
  offNext:
    'Berichtigen Sie die Adresse in Ihrem Profil, oder schalten Sie das Abonnement dort wieder ein.',
  webhook: 'einen Webhook',
  jobStarted: 'Job gestartet',
  jobFailed: 'Job fehlgeschlagen',
  jobDone: 'Job abgeschlossen',
  synchronisation: 'Synchronisierung eines Kanals',
  source: 'Quelle eines Kanals',
  output: 'Ausgabe eines Kanals',
  test: 'Testnachricht',

  // mails of reports
  reportSubject: '„{name}“, {period} · „{company}“',
  reportPeriod: '„{company}“, {period}, Tage in {timeZone}.',
  reportCompared: 'Verglichen mit {period}.',
  reportOrder: 'Zuerst stehen die Karten, die am meisten schlechter wurden.',
  reportDays: '{from} bis {to}',
  reportOpen: 'Diese Karte öffnen',
  reportFailed: 'Diese Karte konnte nicht gelesen werden: {reason}',
  reportEmpty: 'In diesem Zeitraum wurde nichts gezählt.',
  reportWorse: '{figure}: {now}, zuvor {before}; um {percent, number} % schlechter.',
  reportBetter: '{figure}: {now}, zuvor {before}; um {percent, number} % besser.',
  reportEqual: '{figure}: {now}, wie zuvor.',
  reportMore: 'Und {count, number} weitere Zeilen in der Konsole.',
  reportWhyOwn: 'Sie erhalten diese E-Mail, weil Sie sie eingeplant haben.',
  reportWhy: 'Sie erhalten diese E-Mail, weil {by} sie für Sie eingeplant hat.',
  reportSettings: 'Geplante E-Mails',

  // the page behind the link that unsubscribes
  unsubscribeAsk: 'Sie werden keine E-Mails dieses Abonnements mehr erhalten.',
  unsubscribeAskAll: 'Sie werden keine E-Mails Ihrer Abonnements mehr erhalten.',
  unsubscribeDone:
    'Sie erhalten keine E-Mails dieses Abonnements mehr. In Ihrem Profil können Sie es wieder einschalten.',
  unsubscribeAskReport: 'Sie werden diese geplante E-Mail nicht mehr erhalten.',
  unsubscribeDoneReport: 'Sie erhalten diese geplante E-Mail nicht mehr. Die anderen bleiben.',
  unsubscribeWrong: 'Dieser Link ist unvollständig. Kopieren Sie die ganze Adresse aus der E-Mail.',
};
