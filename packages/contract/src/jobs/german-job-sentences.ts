/**
 * Results of the tasks of a job and reasons of failures in German, keyed by the English text, with the same values.
 * Messages of ffmpeg, Bitmovin, a storage or a server are not translated.
 */
import type { SentenceTable } from '../read-sentence.ts';

/** Results of tasks that are done, and lines of the log of a job. */
export const germanJobOutcomes: SentenceTable = {
  'Attempt {attempt} of {attempts}.': 'Versuch {attempt} von {attempts}.',
  '{size} from {part}.': '{size} von {part}.',
  'Not scanned: no scanner is configured (CLAMD_HOST).':
    'Nicht geprüft: Kein Scanner ist eingerichtet (CLAMD_HOST).',
  'Clean.': 'Sauber.',
  '{seconds} s: {part}.': '{seconds} s: {part}.',
  'Not measured: the profile leaves the loudness as it is.':
    'Nicht gemessen: Das Profil lässt die Lautheit, wie sie ist.',
  'There is no audio to measure.': 'Kein Audio zum Messen ist da.',
  silent: 'still',
  'silent.': 'still.',
  '{integrated} LUFS, {range} LU, {truePeak} dBTP':
    '{integrated} LUFS, {range} LU, {truePeak} dBTP',
  '{integrated} LUFS, {range} LU, {truePeak} dBTP.':
    '{integrated} LUFS, {range} LU, {truePeak} dBTP.',
  '{part} by {engine}.': '{part} mit {engine}.',
  '{manifests}: {count} segments of {seconds} s.{part}':
    '{manifests}: {count} Segmente von {seconds} s.{part}',
  '{count} files, {size} MB, in {storage}.': '{count} Dateien, {size} MB, in {storage}.',
  '1 media.': '1 Medium.',
  '{count} medias.': '{count} Medien.',
};

export const germanJobParts: SentenceTable = {
  'the storage': 'dem Speicher',
  'no video, {part}': 'kein Video, {part}',
  '{tracks}, no audio': '{tracks}, kein Audio',
  'no audio': 'kein Audio',
  '{renditions} audio': '{renditions} Audio',
  'requires other credentials': 'verlangt andere Zugangsdaten',
  'refuses the tunnel': 'lehnt den Tunnel ab',
  ' The audio is silent.': ' Das Audio ist still.',
  ' Loudness {part}.': ' Lautheit {part}.',
  '{integrated} LUFS, {range} LU, {truePeak} dBTP':
    '{integrated} LUFS, {range} LU, {truePeak} dBTP',
};

const ofFilesAndRequests: SentenceTable = {
  'it is empty': 'sie ist leer',
  'there is no such file': 'diese Datei gibt es nicht',
  'it is no ordinary file': 'sie ist keine gewöhnliche Datei',
  'it is a playlist, which names media elsewhere':
    'sie ist eine Playlist und verweist auf Medien an anderer Stelle',
  'it is text': 'sie ist Text',
  'it has neither video nor audio': 'sie hat weder Video noch Audio',
  'its frames have {width} × {height} pixels; 4096 × 2304 are the most':
    'ihre Bilder haben {width} × {height} Pixel; höchstens 4096 × 2304 sind möglich',
  'its frames have more than 4096 × 2304 pixels': 'ihre Bilder haben mehr als 4096 × 2304 Pixel',
  'it has {count} reference frames, which take {mebibytes} MiB; 512 MiB are the most':
    'sie hat {count} Referenzbilder, die {mebibytes} MiB belegen; höchstens 512 MiB sind möglich',
  'it lasts {hours} hours; 24 are the most':
    'sie dauert {hours} Stunden; höchstens 24 sind möglich',
  'its index lies behind {count} boxes': 'ihr Index liegt hinter {count} Boxen',
  'its index is larger than 64 MiB': 'ihr Index ist größer als 64 MiB',
  'its index is compressed': 'ihr Index ist komprimiert',
  'its header is larger than 64 KiB': 'ihr Header ist größer als 64 KiB',
  'the job belongs to no channel, so it has no profile to encode to':
    'der Job gehört zu keinem Kanal und hat deshalb kein Profil zum Encodieren',
  'its profile is wrong ({place}: {problem})': 'sein Profil ist falsch ({place}: {problem})',
  'workflowParams has a setting that its task does not take':
    'workflowParams hat eine Einstellung, die seine Aufgabe nicht annimmt',
};

const ofEncoders: SentenceTable = {
  'it has no segments': 'sie hat keine Segmente',
  'segments last {seconds} s and {otherSeconds} s':
    'Segmente dauern {seconds} s und {otherSeconds} s',
  'a manifest is missing': 'ein Manifest fehlt',
  'it has no manifest': 'sie hat kein Manifest',
  'the engine has made a link': 'die Engine hat einen Link angelegt',
  'nothing moved for {seconds} s': 'für {seconds} s bewegte sich nichts',
  'it was not done after {seconds} s': 'er war nach {seconds} s nicht fertig',
  'it was ended by SIGKILL': 'er wurde mit SIGKILL beendet',
  'it ended with code {code}': 'er endete mit Code {code}',
  'it was ended by {signal}': 'er wurde mit {signal} beendet',
  'it gave no reason': 'er nannte keinen Grund',
  'its pipes cannot be opened': 'seine Pipes können nicht geöffnet werden',
  'it ended before it was done': 'er endete, bevor er fertig war',
  'it reported no figures': 'er meldete keine Zahlen',
  'segments of {container}/{rendition} are {lengths} s, wanted {wanted} s':
    'Segmente von {container}/{rendition} haben {lengths} s, verlangt sind {wanted} s',
  '{rendition} has {count} segments instead of {wanted}':
    '{rendition} hat {count} Segmente statt {wanted}',
  'segment {index} of {rendition} ends at {seconds} s, not {wanted} s':
    'Segment {index} von {rendition} endet bei {seconds} s statt bei {wanted} s',
  'segment {index} of {rendition} lacks a track': 'Segment {index} von {rendition} fehlt ein Track',
  'segment {index} of {rendition} does not start with a key frame':
    'Segment {index} von {rendition} beginnt nicht mit einem Schlüsselbild',
  'segment {index} of {rendition} starts at {seconds} s, not {wanted} s':
    'Segment {index} von {rendition} beginnt bei {seconds} s statt bei {wanted} s',
  '{rendition} ends at {seconds} s, not at {wanted} s':
    '{rendition} endet bei {seconds} s statt bei {wanted} s',
  '{rendition} has no video': '{rendition} hat kein Video',
  'segment {index} of {rendition} is empty': 'Segment {index} von {rendition} ist leer',
  'a rate of {frames}/{seconds} pictures a second is none':
    'eine Rate von {frames}/{seconds} Bildern je Sekunde ist keine',
  'a segment must have a frame': 'ein Segment muss ein Bild haben',
  'the file has no video': 'die Datei hat kein Video',
  'pictures of {width}x{height} are too large': 'Bilder von {width}x{height} sind zu groß',
  'there is no encoder for {codecs}': 'für {codecs} gibt es keinen Encoder',
  '{width}x{height} is no video size': '{width}x{height} ist keine Größe für Video',
  '{width}x{height} is an odd size': '{width}x{height} ist eine ungerade Größe',
  'a package must have audio': 'ein Paket muss Audio haben',
  'stream {stream} of the file is no sound': 'Stream {stream} der Datei ist kein Ton',
  'a package has to have a container': 'ein Paket muss einen Container haben',
  'DASH is made of CMAF segments only': 'DASH besteht nur aus CMAF-Segmenten',
  'status {status}': 'Status {status}',
  'it was not read': 'es wurde nicht gelesen',
  'its answer is not understood': 'seine Antwort ist nicht zu verstehen',
  'only the other engines encode {channels} channels of {codecs}':
    'nur die anderen Engines encodieren {channels} Kanäle von {codecs}',
  'the storage has no URLs that it can read': 'der Speicher hat keine URLs, die es lesen kann',
  'the encoding ended as {status}': 'die Encodierung endete als {status}',
  'only the other engines generate silent audio': 'nur die anderen Engines erzeugen stilles Audio',
  'only the other engines mux video and audio into one fragmented file':
    'nur die anderen Engines legen Video und Audio in eine fragmentierte Datei',
  'the storage has no endpoint': 'der Speicher hat keinen Endpunkt',
  'it writes to Azure by storage key only, and this storage has none':
    'es schreibt nach Azure nur mit Speicherschlüssel, und dieser Speicher hat keinen',
  'it needs a storage of type s3 or azure; it cannot reach the local folder':
    'es braucht einen Speicher vom Typ s3 oder azure; den lokalen Ordner erreicht es nicht',
};

const ofStorages: SentenceTable = {
  'the work folder of the worker': 'dem Arbeitsordner des Workers',
  'the disk of the worker': 'dem Datenträger des Workers',
  'this is no type of storage': 'dies ist kein Typ eines Speichers',
  'this is no name of a file': 'dies ist kein Name einer Datei',
  'this is no name of a folder': 'dies ist kein Name eines Ordners',
  'the permission is missing': 'die Berechtigung fehlt',
  'the disk has a fault': 'der Datenträger ist defekt',
  'too many files are open': 'zu viele Dateien sind offen',
  'the name is too long': 'der Name ist zu lang',
  'the folder is gone': 'der Ordner ist nicht mehr da',
  'the disk can only be read': 'der Datenträger kann nur gelesen werden',
  'the disk answered {code}': 'der Datenträger antwortete {code}',
  'the account is disabled': 'das Konto ist deaktiviert',
  'the storage key or the token is wrong': 'der Speicherschlüssel oder das Token ist falsch',
  'the access is denied': 'der Zugriff wurde verweigert',
  'the application has no role that allows it': 'die Anwendung hat keine Rolle, die es erlaubt',
  'the container is being deleted': 'der Container wird gerade gelöscht',
  'there is no such container': 'diesen Container gibt es nicht',
  'the range lies behind the end of the file': 'der Bereich liegt hinter dem Ende der Datei',
  'it receives too many requests': 'er erhält zu viele Anfragen',
  'its answer is not that of Azure': 'seine Antwort ist keine von Azure',
  'it needs a storage key, or tenant, client id and client secret of Entra ID':
    'er braucht einen Speicherschlüssel, oder Tenant, Client-ID und Client-Secret von Entra ID',
  'its storage key is no base64': 'sein Speicherschlüssel ist kein Base64',
  'its setting {name} is missing': 'seine Einstellung {name} fehlt',
  'Entra ID gives no token: {reason}': 'Entra ID gibt kein Token: {reason}',
  'the region is another one': 'die Region ist eine andere',
  'it does not know the access key id': 'er kennt die Access-Key-ID nicht',
  'there is no such bucket': 'diesen Bucket gibt es nicht',
  'the bucket is at another endpoint': 'der Bucket liegt an einem anderen Endpunkt',
  "this machine's clock is wrong": 'die Uhr dieses Rechners geht falsch',
  'the secret access key is wrong': 'der Secret Access Key ist falsch',
  'its answer is not that of an S3': 'seine Antwort ist keine eines S3',
  'it does not answer ranges': 'er beantwortet keine Bereiche',
  'it could not put the parts together': 'er konnte die Teile nicht zusammensetzen',
  'this company has none': 'dieses Unternehmen hat keinen',
};

const ofScanners: SentenceTable = {
  'it closed the connection; the file may be larger than its StreamMaxLength':
    'er schloss die Verbindung; vielleicht ist die Datei größer als seine StreamMaxLength',
  'there is no such socket': 'diesen Socket gibt es nicht',
  'the connection failed': 'die Verbindung schlug fehl',
  'the connection failed ({code})': 'die Verbindung schlug fehl ({code})',
  'the file is larger than its StreamMaxLength': 'die Datei ist größer als seine StreamMaxLength',
  'it closed the connection': 'er schloss die Verbindung',
  'it answered "{answer}"': 'er antwortete „{answer}“',
  'it answered {answer}': 'er antwortete {answer}',
  'it does not answer': 'er antwortet nicht',
};

const ofConnections: SentenceTable = {
  'the connection was refused': 'die Verbindung wurde abgelehnt',
  'the connection was reset': 'die Verbindung wurde abgebrochen',
  'the host cannot be reached': 'der Host ist nicht erreichbar',
  'the network cannot be reached': 'das Netz ist nicht erreichbar',
  'the name does not exist': 'den Namen gibt es nicht',
  'the name cannot be resolved at the moment': 'der Name kann gerade nicht aufgelöst werden',
  'the connection was closed': 'die Verbindung wurde geschlossen',
  'the connection timed out': 'die Verbindung kam nicht rechtzeitig zustande',
  'its headers are too large': 'die Header der Antwort sind zu groß',
  'a header of the request is not valid': 'ein Header der Anfrage ist ungültig',
  'its certificate has expired': 'das Zertifikat ist abgelaufen',
  'its certificate is self-signed': 'das Zertifikat ist selbst signiert',
  'its certificate is not trusted': 'dem Zertifikat wird nicht vertraut',
  'its certificate is for another name': 'das Zertifikat gilt für einen anderen Namen',
  'its compressed answer is damaged': 'die komprimierte Antwort ist beschädigt',
  'its compressed answer is cut off': 'die komprimierte Antwort ist abgeschnitten',
  'its answer is not HTTP': 'die Antwort ist kein HTTP',
  'the request failed': 'die Anfrage schlug fehl',
  'the request failed ({code})': 'die Anfrage schlug fehl ({code})',
  'its content encoding is not supported': 'die Kodierung des Inhalts wird nicht unterstützt',
  'it redirects more than {count} times': 'es wird mehr als {count}-mal weitergeleitet',
  'its proxy {proxy} {part} ({status})': 'der Proxy {proxy} {part} ({status})',
  '{host} (through the proxy {proxy})': '{host} (durch den Proxy {proxy})',
  'the body of the request is too large': 'der Inhalt der Anfrage ist zu groß',
  'the method {method} is not sent': 'die Methode {method} wird nicht gesendet',
};

const ofDeliveries: SentenceTable = {
  'The receiver answered {status}: redirects are not followed. Enter the address to which it points.':
    'Der Empfänger antwortete {status}: Weiterleitungen wird nicht gefolgt. Geben Sie die Adresse ein, auf die er verweist.',
  'The receiver answered {status}.': 'Der Empfänger antwortete {status}.',
  'The request failed.': 'Die Anfrage schlug fehl.',
};

/** Why a job, a request or a storage failed: clauses inside the sentences of errors. */
export const germanReasons: SentenceTable = {
  ...ofFilesAndRequests,
  ...ofEncoders,
  ...ofStorages,
  ...ofScanners,
  ...ofConnections,
  ...ofDeliveries,
};
