/** Sentences of notifications in each language; English is that of the contract, as it is stored. */
import {
  type Language,
  type NotificationSentence,
  type NotificationSentenceKey,
  notificationSentences,
  sentenceText,
} from '@interlude/contract';
import { lineOf } from '../layout/line.ts';
import { locales } from './locales.ts';

const de: Readonly<Record<NotificationSentenceKey, string>> = {
  jobStarted: 'Der Job „{name}“ wurde gestartet.',
  jobDone: 'Der Job „{name}“ ist abgeschlossen.',
  jobFailed: 'Der Job „{name}“ ist fehlgeschlagen: {reason}',
  clusterBehind: 'Der SSAI-Cluster hat nicht den neuesten Stand des Kanals „{name}“: {reason}',
  clusterCurrent: 'Der SSAI-Cluster hat wieder den neuesten Stand des Kanals {name}.',
  sourceNotHealthy:
    'Die Quelle des Kanals {name} ist fehlerhaft ({owner}). {rule} {title}: {detail}. {advice} Zeitachse und Belege: {link}',
  sourceHealthy: 'Die Quelle des Kanals {name} ist wieder fehlerfrei. {link}',
  outputNotHealthy:
    'Die Ausgabe des Kanals {name} ist fehlerhaft ({owner}). {rule} {title}: {detail}. {advice} Zeitachse und Belege: {link}',
  outputHealthy: 'Die Ausgabe des Kanals {name} ist wieder fehlerfrei. {link}',
  subscriptionOff:
    'Das Abonnement von {topic} über {channel} ({address}) wurde abgeschaltet: {reason}',
  subscriptionTest: 'Dies ist ein Test, gesendet von {sender}.',
  limitSessions:
    '{percent} % des Tarifs: {used} der {limit} gleichzeitigen Wiedergaben wurden erreicht. An der Grenze werden weitere Zuschauer abgewiesen; wer schon zusieht, sieht weiter.',
  limitAdEvents:
    '{percent} % des Tarifs: {used} der {limit} vereinbarten Werbeereignisse dieser Laufzeit sind verbraucht. Die Werbung läuft weiter; was darüber hinausgeht, wird je Werbeereignis berechnet.',
  loginWithoutRole:
    '{email} wollte sich anmelden, hat aber noch keine Rolle. Vergeben Sie eine unter Einstellungen, Benutzer.',
  eventsLost:
    '{events} Ereignisse sind verloren, und kein Bericht wird sie zählen ({reason}). Siehe „Events that are not counted“ im Handbuch.',
  eventsSetAside:
    '{events} Ereignisse sind nicht gezählt und beiseitegelegt ({reason}). Aktualisieren Sie Interlude, dann führen Sie aus: {command}',
  valuesFolded:
    'Das Unternehmen {company} hat heute mehr als 10.000 neue Werbemittel, Kampagnen oder andere Werte: {values} weitere werden als (other) gezählt. Summen bleiben genau. Prüfen Sie, wie seine Ad-Server ihre Werbemittel nennen.',
};

export const sentences: Readonly<
  Record<Language, Readonly<Record<NotificationSentenceKey, string>>>
> = { en: notificationSentences, de };

/** The sentence in one line, values included (SEC-S125). */
export function sentenceIn(language: Language, sentence: NotificationSentence): string {
  return lineOf(sentenceText(sentence, sentences[language][sentence.key], locales[language]));
}
