/** German messages of errors of the API, by code, with the values of the English ones (`errorCatalogue`). */
import type { ErrorCode } from './errors.ts';

export const germanErrorSentences: Readonly<Record<string, string>> = {
  RECONCILIATION_FILE_INVALID: '{sentence}',
  REQUEST_INVALID: 'Die Anfrage ist ungültig: {reason}',
  INVALID_FIELDS: 'Ungültige Felder: {fields}',
  ROUTE_NOT_FOUND: '{method} {path} gibt es nicht.',
  BODY_TOO_LARGE: 'Die Anfrage ist größer als {limit} Bytes.',
  SORT_UNKNOWN: 'Nach „{column}“ kann nicht sortiert werden. Verwenden Sie: {columns}.',
  EDIT_CONFLICT:
    'Jemand anderes hat dies geändert, seit Sie es geöffnet haben. Laden Sie es neu und ändern Sie es noch einmal.',
  TOO_MANY_REQUESTS: 'Zu viele Anfragen. Versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  INTERNAL: 'Bei uns ist etwas schiefgegangen. Die ID der Anfrage ist {requestId}.',
  NOT_READY:
    'Der Dienst startet gerade, oder seine Datenbank ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  REPORT_NOT_FOUND: 'Den Bericht {chart} gibt es nicht.',
  REPORT_PERIOD_INVALID:
    'Wählen Sie einen Zeitraum, der nach seinem Anfang endet und höchstens {days} Tage umfasst.',
  REPORT_TOO_LARGE:
    'Der Zeitraum hat {buckets} Punkte. Wählen Sie ein längeres Intervall oder einen kürzeren Zeitraum.',
  REPORT_TOO_SLOW:
    'Der Bericht dauerte zu lange. Wählen Sie einen kürzeren Zeitraum oder weniger Kanäle.',
  REPORTS_TOO_MANY:
    'Ihr Unternehmen liest gerade zu viele Berichte auf einmal. Öffnen Sie weniger Seiten mit Berichten, oder versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  REPORTS_BUSY:
    'Gerade werden andere Berichte gelesen. Versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  REPORT_FAILED:
    'Die Zahlen dieses Zeitraums konnten nicht gelesen werden. Versuchen Sie es gleich noch einmal.',
  SAVED_VIEW_NOT_FOUND: 'Diese Ansicht gibt es nicht.',
  SAVED_VIEW_NAME_TAKEN: 'Eine Ansicht mit diesem Namen gibt es schon. Wählen Sie einen anderen.',
  SAVED_VIEWS_TOO_MANY: 'Es gibt schon {most} Ansichten. Entfernen Sie zuerst eine.',
  SHARE_LINK_NOT_FOUND: 'Diesen Link gibt es nicht.',
  SHARE_LINKS_TOO_MANY:
    'Ein Unternehmen hat höchstens {most} geteilte Links. Widerrufen Sie zuerst einen.',
  SHARED_CARD_NOT_FOUND:
    'Dieser Link zeigt nichts. Vielleicht ist er abgelaufen: Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  SHARED_CARD_TOO_LARGE:
    'Die Zahlen der Karte haben mehr als {bytes} Bytes. Wählen Sie einen kürzeren Zeitraum oder ein längeres Intervall, oder teilen Sie sie aktuell.',
  REPORT_MAIL_NOT_FOUND: 'Diese geplante E-Mail gibt es nicht.',
  REPORT_MAILS_TOO_MANY:
    'Ihr Tarif hat höchstens {most} geplante E-Mails. Entfernen Sie zuerst eine.',
  REPORT_MAIL_RECIPIENT_UNKNOWN:
    'Ein Empfänger ist kein Mitglied Ihres Unternehmens, das E-Mails erhalten kann. Wählen Sie die Empfänger neu.',
  ANNOTATION_NOT_FOUND: 'Diese Markierung gibt es nicht.',
  ANNOTATION_PERIOD_INVALID:
    'Wählen Sie einen Zeitraum, der nach seinem Anfang endet und höchstens {days} Tage umfasst.',
  ANNOTATION_TIME_INVALID:
    'Wählen Sie eine Zeit innerhalb der letzten {past} oder der nächsten {future} Tage, und ein Ende höchstens {length} Tage danach.',
  ANNOTATIONS_TOO_MANY:
    'Ein Unternehmen hat höchstens {most} Markierungen. Entfernen Sie zuerst einige.',
  RECONCILIATION_NOT_FOUND: 'Diesen Vergleich gibt es nicht.',
  RECONCILIATIONS_TOO_MANY:
    'Ein Unternehmen hat höchstens {most} Vergleiche. Entfernen Sie zuerst einen.',
  STREAM_KEY_INVALID: 'Senden Sie den Schlüssel eines Beziehers als Bearer-Token oder x-api-key.',
  STREAM_SUBSCRIBER_NOT_FOUND: 'Bezieher nicht gefunden',
  STREAM_SUBSCRIBERS_TOO_MANY:
    'Es gibt schon {most} Bezieher. Entfernen Sie einen, der nicht gebraucht wird.',
  TOKEN_INVALID: 'Die Anfrage kann nicht authentifiziert werden. Das Token ist ungültig.',
  ROLE_MISSING: 'Zuerst muss ein Admin diesem Benutzer eine Rolle zuweisen.',
  TENANT_FORBIDDEN: 'Sie gehören nicht zum gewählten Unternehmen.',
  ROLE_FORBIDDEN: 'Ihre Rolle darf das nicht.',
  OPERATION_NOT_PERMITTED: 'Dieser Vorgang ist nicht erlaubt.',
  ACTION_NOT_PERMITTED: 'Diese Aktion ist nicht erlaubt.',
  LOGIN_WRONG_CREDENTIALS: 'Falsche E-Mail-Adresse oder falsches Passwort.',
  LOGIN_UNVERIFIED: 'Bitte bestätigen Sie Ihre E-Mail-Adresse, bevor Sie sich anmelden.',
  LOGIN_BLOCKED: 'Der Benutzer ist gesperrt',
  LOGIN_TOO_MANY_ATTEMPTS:
    'Zu viele Versuche. Versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  LOGIN_CHALLENGE_INVALID: 'Der Verifier passt nicht zur Challenge.',
  LOGIN_EXTERNAL_ONLY: 'Bei dieser Installation meldet man sich über ihren Identitätsanbieter an.',
  REFRESH_REFUSED: 'Das Token zur Erneuerung gilt nicht mehr. Melden Sie sich neu an.',
  API_KEY_NOT_FOUND: 'API-Schlüssel nicht gefunden',
  API_KEY_TAKEN: 'Dieser Schlüssel wird schon verwendet. Erzeugen Sie einen anderen.',
  API_KEYS_TOO_MANY:
    'Ein Unternehmen hat höchstens {limit} API-Schlüssel. Widerrufen Sie einen, der nicht mehr gebraucht wird.',
  AUDIT_ENTRY_NOT_FOUND:
    'Diesen Eintrag gibt es im Änderungsprotokoll nicht. Einträge werden für AUDIT_RETENTION_DAYS aufbewahrt.',
  EMAIL_TAKEN: 'Den Benutzer gibt es schon.',
  CHANNEL_NOT_FOUND: 'Kanal nicht gefunden',
  CHANNEL_NOT_LIVE: 'Nur Live-Kanäle werden überwacht. Dieser Kanal spielt auf Abruf.',
  CHANNEL_DISABLED: 'Der Kanal ist deaktiviert. Aktivieren Sie ihn zuerst.',
  MANIFEST_NOT_FOUND:
    'Dieses Manifest wird nicht mehr aufbewahrt. Die Überwachung bewahrt die letzten 1200 Sekunden.',
  CHANNEL_VERSION_NOT_FOUND:
    'Diese Fassung des Kanals gibt es nicht. Fassungen werden für AUDIT_RETENTION_DAYS aufbewahrt.',
  FINDING_NOT_FOUND:
    'Dieser Befund wird nicht mehr aufbewahrt. Befunde werden 24 Stunden aufbewahrt, nachdem sie zuletzt gesehen wurden.',
  CHANNEL_RESET_RUNNING: 'Dieser Kanal wird gerade schon zurückgesetzt.',
  SCHEDULER_NOT_SET:
    'Werbepausen können nur einem Live-Kanal mit Scheduler-ID (schedulerExternalId) hinzugefügt werden.',
  CHANNELS_TOO_MANY:
    'Dieses Unternehmen hat die {limit} Kanäle seines Tarifs. Löschen Sie einen, oder bitten Sie um einen größeren Tarif.',
  ROWS_TOO_MANY:
    'Dieses Unternehmen hat die {limit} {items} seines Tarifs. Löschen Sie einige, oder bitten Sie um einen größeren Tarif.',
  BREAKS_TOO_MANY: 'Dieser Kanal hat {limit} künftige Werbepausen, mehr sind nicht möglich.',
  BREAK_NOT_FOUND: 'Werbepause nicht gefunden',
  USER_NOT_FOUND: 'Benutzer nicht gefunden',
  INVITATION_NOT_FOUND: 'Einladung nicht gefunden',
  USER_SELF_REMOVAL: 'Sie können sich nicht selbst entfernen.',
  TENANT_NAME_TAKEN: 'Ein Unternehmen namens „{name}“ gibt es schon.',
  BILLING_DETAILS_MISSING: 'Geben Sie Kontakt-E-Mail und Rechnungsdaten ein, um zu abonnieren.',
  BILLING_COUNTRY_UNKNOWN:
    'Ein Land mit dem Code „{country}“ gibt es nicht. Wählen Sie eines aus der Liste.',
  TIER_NOT_OFFERED:
    'Das Unternehmen hat den Tarif {tier}. Wählen Sie einen größeren; ein kleinerer kann gewählt werden, wenn sein Abonnement zu Ende ist.',
  PAYMENTS_NOT_SET:
    'Das Unternehmen hat kein Konto bei einem Zahlungsanbieter. Abonnieren Sie zuerst, oder fragen Sie den Betreiber.',
  PAYMENTS_FAILED:
    'Der Zahlungsanbieter hat nicht geantwortet. Nichts wird doppelt berechnet: Versuchen Sie es in einer Minute noch einmal.',
  PAYMENTS_REFUSED:
    'Der Zahlungsanbieter hat {field} abgelehnt. Korrigieren Sie es und versuchen Sie es noch einmal.',
  TENANT_NOT_FOUND: 'Unternehmen nicht gefunden',
  NOTIFICATION_NOT_FOUND: 'Benachrichtigung nicht gefunden',
  SUBSCRIPTION_NOT_FOUND: 'Abo nicht gefunden. Speichern Sie zuerst das Profil.',
  SUBSCRIPTION_OFF: 'Dieses Abo ist aus. Schalten Sie es zuerst im Profil ein.',
  DELIVERY_NOT_FOUND: 'Zustellung nicht gefunden',
  JOB_NOT_FOUND: 'Job nicht gefunden',
  JOB_RUNNING: 'Der Job läuft noch. Warten Sie, oder brechen Sie ihn zuerst ab.',
  JOB_ENDED: 'Der Job ist schon zu Ende.',
  JOB_SOURCE_GONE:
    'Die Eingabe dieses Jobs gibt es nicht mehr. Laden Sie sie noch einmal hoch, oder fordern Sie das Asset noch einmal an.',
  TITLE_NOT_FOUND: 'Asset nicht gefunden',
  TITLE_HAS_MEDIAS: 'Das Asset hat {count} Medien. Löschen Sie diese zuerst.',
  MEDIA_NOT_FOUND: 'Medium nicht gefunden',
  SYSTEM_NOT_FOUND: 'System nicht gefunden',
  SYSTEM_TYPE_WRONG: 'Das System ist vom Typ {type}, gebraucht wird eines vom Typ {needed}.',
  SYSTEM_BUILT_IN:
    'Systeme vom Typ {type} sind eingebaut: Sie können bearbeitet, aber nicht hinzugefügt, gelöscht oder umgewandelt werden.',
  PLAYLIST_NOT_FOUND: 'Playlist nicht gefunden',
  FLOW_NOT_FOUND: 'Workflow nicht gefunden',
  FLOW_NAME_TAKEN: 'Ein Workflow namens „{name}“ existiert schon.',
  FLOW_MISSING: 'Der Workflow „{name}“ fehlt. Bitte wenden Sie sich an Ihren Systemadministrator.',
  CHANNEL_ASSET_ENCODING:
    'Das Asset ist in diesem Aufbereitungsprofil noch nicht bereit; ein Job encodiert es.',
  CHANNEL_ASSET_FAILED:
    '3 Jobs, die es erstellen sollten, sind fehlgeschlagen. Bitte archivieren Sie die Jobs.',
  CHANNEL_ASSET_INVALID: 'Das Asset kann nicht erstellt werden: {reason}.',
  CLUSTER_UNAUTHORIZED:
    'Der Endpunkt der SSAI-API ist erreichbar, nahm aber die Zugangsdaten nicht an. Bitte prüfen Sie die Einstellungen des SSAI-Cluster-Systems. (Nur SuperAdmin)',
  CLUSTER_UNREACHABLE:
    'Der Endpunkt der SSAI-API ist nicht erreichbar. Bitte prüfen Sie die Einstellungen des SSAI-Cluster-Systems. (Nur SuperAdmin)',
  CLUSTER_UNAVAILABLE:
    'Kein Server kann diese Anfrage bearbeiten. Vielleicht ist der Dienst der Kanal-API nicht in Betrieb. Bitte prüfen Sie die Einstellungen des SSAI-Cluster-Systems. (Nur SuperAdmin)',
  CLUSTER_REFUSED: 'Die SSAI-API hat den Kanal nicht angenommen: {reason}',
  URL_FORBIDDEN:
    'Die Adresse {host} darf von hier nicht erreicht werden. Öffentliche Adressen sind erlaubt; andere müssen in EGRESS_ALLOW stehen und dem Unternehmen von einem SuperAdmin freigegeben sein.',
  UPLOAD_NOT_FOUND: 'Upload nicht gefunden',
  UPLOAD_INVALID: 'Der Upload kann nicht gelesen werden: {reason}.',
  UPLOAD_TYPE_UNSUPPORTED:
    'Nur Dateien mit {accepted} können hochgeladen werden; diese Datei hat einen anderen Typ.',
  UPLOAD_TOO_LARGE: 'Dateien dürfen höchstens 1 GB groß sein.',
  SLATE_TOO_LARGE: 'Sie können eine Datei hochladen, die kleiner als 1024 MB ist.',
  UPLOAD_INFECTED: 'Die Datei ist infiziert ({signature}) und wurde gelöscht.',
  STORAGE_QUOTA_REACHED:
    'Der Tarif dieses Unternehmens fasst {limitBytes} Bytes an Medien, {usedBytes} sind belegt. Löschen Sie Medien, oder wechseln Sie den Tarif.',
  STORAGE_FAILED: 'Der Speicher {storage} ist fehlgeschlagen: {reason}.',
  STORAGE_FULL:
    'Der Datenträger ist voll. Schaffen Sie Platz auf {storage}, dann führen Sie den Job noch einmal aus.',
  SCANNER_UNAVAILABLE: 'Der Virenscanner unter {address} kann nicht verwendet werden: {reason}.',
  SCANNER_UNSET:
    'Der Workflow verlangt eine Virenprüfung, aber kein Scanner ist eingerichtet (CLAMD_HOST).',
  THUMBNAIL_NOT_FOUND:
    'Dieses Bild wird nicht aufbewahrt: Der Splice wurde nicht decodiert, oder seine 24 Stunden sind vorbei.',
  LOGIN_SESSION_NOT_FOUND: 'Diese Session ist schon beendet.',
  SECOND_FACTOR_NEEDED: 'Jetzt ist ein zweiter Faktor nötig. Melden Sie sich noch einmal an.',
  SECOND_FACTOR_TOO_MANY_ATTEMPTS:
    'Zu viele Versuche. Versuchen Sie es in {retryAfterSeconds} s noch einmal.',
  CONFIRMATION_NEEDED: 'Bestätigen Sie dies mit: {proof}.',
  CONFIRMATION_WRONG: 'Das Passwort ist falsch.',
  SECOND_FACTOR_EXTERNAL:
    'Zweite Faktoren werden beim Identitätsanbieter dieser Installation eingerichtet.',
  SECOND_FACTOR_REQUIRED:
    '{company} verlangt einen zweiten Faktor. Fügen Sie einen anderen hinzu, bevor Sie diesen entfernen.',
  SECOND_FACTORS_TOO_MANY:
    'Sie haben {limit} zweite Faktoren. Entfernen Sie einen, bevor Sie einen weiteren hinzufügen.',
  SECOND_FACTOR_RESET_REFUSED:
    'Dieser Benutzer arbeitet auch für andere Unternehmen. Nur ein SuperAdmin darf den zweiten Faktor zurücksetzen.',
  ROLE_UNMAPPED:
    'Ihr Identitätsanbieter gibt Ihnen hier keine Rolle: Kein Wert seines Claims {claim} steht für eine. Wenden Sie sich an Ihren Administrator.',
  API_KEY_SCOPE_MISSING:
    'Der API-Schlüssel „{name}“ hat das Recht „{scope}“ nicht. Verwenden Sie einen, der es hat.',
  API_KEY_REFUSED: 'Ein API-Schlüssel darf das nicht. Melden Sie sich als Person an.',
  MAIL_NOT_FOUND: 'E-Mail nicht gefunden',
  FETCH_FAILED: '{host} ist nicht erreichbar: {reason}',
  FETCH_TIMEOUT: '{host} hat nicht innerhalb von {timeoutMs} ms geantwortet.',
  FETCH_TOO_LARGE: 'Die Antwort von {host} ist größer als {limitBytes} Bytes.',
  FETCH_STATUS: '{host} antwortete {status}.',
  SOURCE_UNAVAILABLE: 'Das Manifest der Quelle kann nicht gelesen werden: {reason}',
  SOURCE_UNSUPPORTED: 'Die Quelle kann nicht verarbeitet werden: {reason}.',
  SOURCE_NOT_A_MANIFEST: 'Die Antwort der Quelle ist kein Manifest.',
  MEDIA_REFUSED: 'Die Datei kann nicht verwendet werden: {findings}',
  MEDIA_UNREADABLE: 'Die Datei kann nicht als Medium gelesen werden: {reason}',
  PACKAGE_FAULTY: 'Die Ausgabe des Encoders ist ungültig: {reason}.',
  BITMOVIN_FAILED: 'Bitmovin antwortete: {reason}',
  JOB_TIMED_OUT: 'Der Job dauerte länger als die {minutes} Minuten seines Workflows.',
  JOB_CANCELLED: 'Der Job wurde abgebrochen.',
  JOB_WORKER_LOST: 'Der Worker dieses Jobs hielt an, bevor der Job zu Ende war.',
  ENCODER_MISSING:
    'Kein Encoder ist vorhanden. Installieren Sie ffmpeg 5 oder neuer (oder setzen Sie FFMPEG_PATH), oder installieren Sie mit optionalen Abhängigkeiten, damit node-av da ist.',
  ENCODE_FAILED: 'Der Encoder {engine} ist fehlgeschlagen: {reason}',
  ENCODE_CANCELLED: 'Die Encodierung wurde abgebrochen.',
} satisfies Partial<Record<ErrorCode, string>>;
