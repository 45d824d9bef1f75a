/**
 * Values of refusals in German: reasons of refused requests and problems of fields, keyed by the English text of the
 * contract's schemas, of zod and of the control plane, with the same values.
 */
import type { SentenceTable } from './read-sentence.ts';

/** Messages of zod 4 (its locale `en`); a test provokes them. */
const ofZod: SentenceTable = {
  'Invalid input': 'Ungültige Eingabe',
  'Invalid input: expected {part}, received {otherPart}':
    'Ungültige Eingabe: erwartet {part}, erhalten {otherPart}',
  'Invalid input: expected {value}': 'Ungültige Eingabe: erwartet {value}',
  'Invalid input: more than one option matched':
    'Ungültige Eingabe: mehr als eine Möglichkeit passt',
  'Invalid option: expected one of {values}': 'Ungültige Auswahl: erwartet wird eines von {values}',
  'Too big: expected {part} to have {limit} {otherPart}':
    'Zu groß: {part} darf {limit} {otherPart} haben',
  'Too big: expected {part} to be {limit}': 'Zu groß: {part} muss {limit} sein',
  'Too big: expected {part} to have exactly {number} {otherPart}':
    'Zu groß: {part} muss genau {number} {otherPart} haben',
  'Too small: expected {part} to have exactly {number} {otherPart}':
    'Zu klein: {part} muss genau {number} {otherPart} haben',
  'Too small: expected {part} to have {limit} {otherPart}':
    'Zu klein: {part} muss {limit} {otherPart} haben',
  'Too small: expected {part} to be {limit}': 'Zu klein: {part} muss {limit} sein',
  'Invalid string: must start with "{text}"': 'Ungültiger Text: Er muss mit „{text}“ beginnen',
  'Invalid string: must end with "{text}"': 'Ungültiger Text: Er muss mit „{text}“ enden',
  'Invalid string: must include "{text}"': 'Ungültiger Text: Er muss „{text}“ enthalten',
  'Invalid string: must match pattern {pattern}':
    'Ungültiger Text: Er muss dem Muster {pattern} entsprechen',
  'Invalid number: must be a multiple of {number}':
    'Ungültige Zahl: Sie muss ein Vielfaches von {number} sein',
  'Unrecognized key: {names}': 'Unbekannter Name: {names}',
  'Unrecognized keys: {names}': 'Unbekannte Namen: {names}',
  'Invalid key in {part}': 'Ungültiger Name in {part}',
  'Invalid value in {part}': 'Ungültiger Wert in {part}',
  'Invalid discriminator value. Expected {values}': 'Ungültige Art. Erwartet wird {values}',
  'Invalid email address': 'Ungültige E-Mail-Adresse',
  'Invalid URL': 'Ungültige URL',
  'Invalid UUID': 'Ungültige UUID',
  'Invalid ISO datetime': 'Ungültige Zeit nach ISO 8601',
  'Invalid ISO date': 'Ungültiges Datum nach ISO 8601',
  'Invalid IPv4 address': 'Ungültige IPv4-Adresse',
  'Invalid IPv6 address': 'Ungültige IPv6-Adresse',
};

/** Parts of the messages of zod. */
export const germanRefusalParts: SentenceTable = {
  string: 'Text',
  number: 'Zahl',
  int: 'ganze Zahl',
  boolean: 'true oder false',
  array: 'Liste',
  object: 'Objekt',
  record: 'Objekt',
  date: 'Datum',
  null: 'null',
  undefined: 'nichts',
  nonoptional: 'ein Wert',
  characters: 'Zeichen',
  items: 'Einträge',
};

const ofFields: SentenceTable = {
  'value must be between {min} and {max}': 'Der Wert muss zwischen {min} und {max} liegen',
  'value must be {max} or less': 'Der Wert darf höchstens {max} sein',
  'value must be {min} or more': 'Der Wert muss mindestens {min} sein',
  'I should not be longer than {max} characters!': 'Das darf nicht länger als {max} Zeichen sein!',
  'I should be scheme, host and port: https://feeds.example.com':
    'Das muss aus Schema, Host und Port bestehen: https://feeds.example.com',
  'I should be a valid header!': 'Das muss ein gültiger Header sein!',
  'I should be a date and time: 2026-03-01T12:00:00Z':
    'Das muss Datum und Uhrzeit sein: 2026-03-01T12:00:00Z',
  'requestFrom and usedWithin together are at most every':
    'requestFrom und usedWithin dürfen zusammen höchstens every sein',
  'at most 25 schedules': 'höchstens 25 Zeitpläne',
  'I should be a number.': 'Das muss eine Zahl sein.',
  'I should be yes or no.': 'Das muss Ja oder Nein sein.',
  'I should be the SHA-256 of the key: 64 hexadecimal digits!':
    'Das muss der SHA-256 des Schlüssels sein: 64 hexadezimale Ziffern!',
  'Remove the characters that cannot be stored: U+0000 or half of a surrogate pair.':
    'Entfernen Sie die Zeichen, die nicht gespeichert werden können: U+0000 oder ein halbes Surrogatpaar.',
  'Value should be at least 15 bytes long.': 'Der Wert muss mindestens 15 Bytes lang sein.',
  'Live delay should be less than 600 seconds and more than 0':
    'Die Verzögerung muss mehr als 0 und weniger als 600 Sekunden sein',
  'must be plain text': 'muss einfacher Text sein',
  'must be an IPv4 or IPv6 address': 'muss eine IPv4- oder IPv6-Adresse sein',
  'at most 60 parameters': 'höchstens 60 Parameter',
  'Choose at least one scope.': 'Wählen Sie mindestens ein Recht.',
  'Choose at least one card.': 'Wählen Sie mindestens eine Karte.',
  'A mail has {count} cards at most.': 'Eine E-Mail hat höchstens {count} Karten.',
  'A mail has {count} recipients at most.': 'Eine E-Mail hat höchstens {count} Empfänger.',
  'Name each recipient once.': 'Nennen Sie jeden Empfänger einmal.',
  'Enter a valid email address.': 'Geben Sie eine gültige E-Mail-Adresse ein.',
  'Enter a valid url': 'Geben Sie eine gültige URL ein',
  'Enter a currency of three letters, as EUR.':
    'Geben Sie eine Währung aus drei Buchstaben ein, etwa EUR.',
  'start must be a date and time, as 2026-03-01T12:00:00Z':
    'start muss Datum und Zeit sein, etwa 2026-03-01T12:00:00Z',
  'duration must be seconds, 1 to 3600': 'duration muss Sekunden nennen, 1 bis 3600',
  '{type} occurs twice.': '{type} kommt zweimal vor.',
  '{type} needs {goods} of an earlier task.': '{type} braucht {goods} einer früheren Aufgabe.',
  'A system of type {type} has no setting {name}.':
    'Ein System vom Typ {type} hat keine Einstellung {name}.',
  'Choose one of {values}.': 'Wählen Sie eines von: {values}.',
  'A view has {count} parts at most.': 'Eine Ansicht hat höchstens {count} Teile.',
  'A view has {count} characters at most.': 'Eine Ansicht hat höchstens {count} Zeichen.',
  'interval is one of {values} milliseconds': 'interval ist eines von {values} Millisekunden',
  'reportParams is JSON': 'reportParams ist JSON',
  'sort is a column name, with a minus in front for descending':
    'sort ist der Name einer Spalte, für absteigend mit einem Minus davor',
  '{name} (or {other}) is needed': '{name} (oder {other}) wird gebraucht',
  'A session is 22 letters, digits, - and _.':
    'Eine Session besteht aus 22 Buchstaben, Ziffern, - und _.',
  'Enter the value again; the stored value cannot be copied.':
    'Geben Sie den Wert noch einmal ein; der gespeicherte kann nicht kopiert werden.',
  'Enter the value again; the stored value is not sent to another address.':
    'Geben Sie den Wert noch einmal ein; der gespeicherte wird nicht an eine andere Adresse gesendet.',
  'Enter the address again; its user and password are not in the history.':
    'Geben Sie die Adresse noch einmal ein; Benutzer und Passwort stehen nicht im Verlauf.',
  'Enter the address again; the stored address of Slack is not shown and not changed in part.':
    'Geben Sie die Adresse noch einmal ein; die gespeicherte von Slack wird nicht angezeigt und nicht teilweise geändert.',
  '{count} channels with stored secrets are played here. Add a cluster with the new address and move them there, which asks for their secrets again.':
    '{count} Kanäle mit gespeicherten Geheimnissen werden hier gespielt. Fügen Sie einen Cluster mit der neuen Adresse hinzu und ziehen Sie die Kanäle dorthin um; dabei werden ihre Geheimnisse neu erfragt.',
  '"{name}" is no name of a header: use letters, digits and hyphens.':
    '„{name}“ ist kein Name eines Headers: Verwenden Sie Buchstaben, Ziffern und Bindestriche.',
  'This is no host, host:port or CIDR range: {entry}':
    'Das ist weder Host noch Host:Port noch CIDR-Bereich: {entry}',
  'Enter whsec_ followed by 24 to 64 bytes in base64.':
    'Geben Sie whsec_ und dahinter 24 bis 64 Bytes in Base64 ein.',
  'There is no such SSAI cluster.': 'Diesen SSAI-Cluster gibt es nicht.',
  'This pattern cannot be used: it is no regular expression of RE2, which has no look-around and no back references.':
    'Dieses Muster kann nicht verwendet werden: Es ist kein regulärer Ausdruck nach RE2, das weder Look-around noch Rückverweise hat.',
  '{name} is set by the platform itself: leave it out.':
    '{name} setzt die Plattform selbst: Lassen Sie ihn weg.',
  'The value of {name} has a line break or a character that no header can have.':
    'Der Wert von {name} hat einen Zeilenumbruch oder ein Zeichen, das kein Header haben kann.',
  'This slate is an MPD, which an HLS channel cannot play: enter its HLS playlist, or select or upload a slate, which plays in both protocols.':
    'Dieses Slate ist eine MPD, die ein HLS-Kanal nicht spielen kann: Geben Sie seine HLS-Playlist ein, oder wählen oder laden Sie ein Slate, das in beiden Protokollen spielt.',
  'This slate is an HLS playlist, which a DASH channel cannot play: enter its MPD, or select or upload a slate, which plays in both protocols.':
    'Dieses Slate ist eine HLS-Playlist, die ein DASH-Kanal nicht spielen kann: Geben Sie seine MPD ein, oder wählen oder laden Sie ein Slate, das in beiden Protokollen spielt.',
  'EGRESS_ALLOW does not list {entry}. The operator adds it there first.':
    'EGRESS_ALLOW enthält {entry} nicht. Zuerst fügt der Betreiber es dort hinzu.',
  'Name a finding, or a break.': 'Nennen Sie einen Befund oder eine Werbepause.',
  'Name a session, a creative or an ad server.':
    'Nennen Sie eine Session, ein Creative oder einen Ad-Server.',
  'before is `next` of the page before': 'before ist `next` der vorigen Seite',
};

/** Messages about an uploaded slate: stored, being conditioned, ready. */
export const germanUploadStages: SentenceTable = {
  'The slate is stored. Save the channel to condition it.':
    'Das Slate ist gespeichert. Speichern Sie den Kanal, um es aufzubereiten.',
  'The slate is ready for the channel.': 'Das Slate ist für den Kanal bereit.',
  'A job conditions the slate for the channel.': 'Ein Job bereitet das Slate für den Kanal auf.',
};

/** Problems of a field, or of a request. */
export const germanFieldMessages: SentenceTable = { ...ofZod, ...ofFields };

/** Reasons of refused requests: clauses inside the sentences of errors. */
export const germanRefusalReasons: SentenceTable = {
  'foreign origin': 'fremder Origin',
  'no answer': 'keine Antwort',
  'the JSON body is nested deeper than {count} levels':
    'der JSON-Inhalt ist tiefer als {count} Ebenen verschachtelt',
  'the body is not JSON': 'der Inhalt ist kein JSON',
  'the id in the path is not valid': 'die ID im Pfad ist ungültig',
  'a field holds characters that cannot be stored':
    'ein Feld enthält Zeichen, die nicht gespeichert werden können',
  'neither an asset nor an address is named': 'weder ein Asset noch eine Adresse ist genannt',
  'the asset has no source media, and no address was given':
    'das Asset hat kein Quellmedium, und keine Adresse wurde genannt',
  'no channel requires it': 'kein Kanal verlangt es',
  'select a channel type and a profile first, or name a channel':
    'wählen Sie zuerst Kanaltyp und Profil, oder nennen Sie einen Kanal',
  'no channel is enabled': 'kein Kanal ist aktiviert',
  'timeZone: {timeZone} is unknown': 'timeZone: {timeZone} ist unbekannt',
  'version: {version} is answered': 'version: geantwortet wird {version}',
  'it has no file': 'er hat keine Datei',
  'it was cancelled': 'er wurde abgebrochen',
  'it has {bytes} bytes, and {announced} were announced':
    'er hat {bytes} Bytes, und {announced} waren angekündigt',
  '{name} is not a number': '{name} ist keine Zahl',
  'the header filesize is missing': 'der Header filesize fehlt',
  'totalChunks is not 1 to {most}': 'totalChunks liegt nicht zwischen 1 und {most}',
  'chunkNumber is not below totalChunks': 'chunkNumber ist nicht kleiner als totalChunks',
  'filesize does not fit totalChunks': 'filesize passt nicht zu totalChunks',
  'a chunk is larger than 1 MiB': 'ein Stück ist größer als 1 MiB',
  'the chunk is empty': 'das Stück ist leer',
  'a chunk is larger than its share of filesize':
    'ein Stück ist größer als sein Anteil an filesize',
  'another upload has this uploadid': 'ein anderer Upload hat diese uploadid',
  'it failed ({code}); begin a new one': 'er schlug fehl ({code}); beginnen Sie einen neuen',
  'titleId is not the one in the address': 'titleId ist nicht die in der Adresse',
  'the header profile is not JSON': 'der Header profile ist kein JSON',
  'filesize is not a number': 'filesize ist keine Zahl',
  'channeltype is none of {types}': 'channeltype ist keiner von {types}',
  'uploadid is not 8 to 64 letters, digits and hyphens':
    'uploadid besteht nicht aus 8 bis 64 Buchstaben, Ziffern und Bindestrichen',
  'the token has expired': 'das Token ist abgelaufen',
  'it is no multipart/form-data': 'er ist kein multipart/form-data',
  'this is a websocket': 'dies ist ein WebSocket',
};
