/** Sentences of notifications in German, by their keys: for the mails and the console. */
import type { NotificationSentenceKey } from './notification-sentence-keys.ts';

export const germanNotificationSentences: Readonly<Record<NotificationSentenceKey, string>> = {
  jobStarted: 'Der Job „{name}“ wurde gestartet.',
  jobDone: 'Der Job „{name}“ ist fertig.',
  jobFailed: 'Der Job „{name}“ ist fehlgeschlagen: {reason}',
  clusterBehind: 'Der SSAI-Cluster hat nicht den neuesten Stand des Kanals „{name}“: {reason}',
  clusterCurrent: 'Der SSAI-Cluster hat wieder den neuesten Stand des Kanals {name}.',
  sourceNotHealthy:
    'Die Quelle des Kanals {name} ist fehlerhaft ({owner}). {rule} {title}: {detail}. {advice} Zeitleiste und Nachweis: {link}',
  sourceHealthy: 'Die Quelle des Kanals {name} ist wieder fehlerfrei. {link}',
  outputNotHealthy:
    'Die Ausgabe des Kanals {name} ist fehlerhaft ({owner}). {rule} {title}: {detail}. {advice} Zeitleiste und Nachweis: {link}',
  outputHealthy: 'Die Ausgabe des Kanals {name} ist wieder fehlerfrei. {link}',
  subscriptionOff:
    'Das Benachrichtigungs-Abo {topic} über {channel} ({address}) wurde abgeschaltet: {reason}',
  subscriptionTest: 'Dies ist ein Test, gesendet von {sender}.',
  limitSessions:
    '{percent} % des Tarifs: {used} von {limit} gleichzeitigen Wiedergabe-Sessions wurden erreicht. An der Grenze werden weitere Zuschauer abgewiesen; wer schon zusieht, sieht weiter.',
  limitAdEvents:
    '{percent} % des Tarifs: {used} von {limit} zugesagten Ad-Events dieser Laufzeit sind verbraucht. Die Werbung läuft weiter; was darüber hinausgeht, wird je Ad-Event berechnet.',
  trialEnds:
    'Verbleibende Tage des kostenlosen Testzeitraums: {days}. An seinem Ende wird nichts abgeschaltet, und Streams laufen weiter. Wählen Sie einen Tarif unter Einstellungen, Konto.',
  loginWithoutRole:
    '{email} wollte sich anmelden, hat aber noch keine Rolle. Weisen Sie unter Einstellungen, Benutzer eine zu.',
  eventsLost:
    '{events} Events sind verloren, und kein Bericht wird sie zählen ({reason}). Siehe „Events that are not counted“ im Handbuch.',
  eventsSetAside:
    '{events} Events sind nicht gezählt und zurückgelegt ({reason}). Aktualisieren Sie Interlude, und führen Sie dann aus: {command}',
  valuesFolded:
    'Das Unternehmen {company} hat heute mehr als 10.000 neue Creatives, Kampagnen oder andere Werte: {values} weitere werden als (other) gezählt. Summen bleiben genau. Prüfen Sie, wie seine Ad-Server ihre Creatives benennen.',
};
