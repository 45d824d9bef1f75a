/** German of the catalogue of tasks: labels, purposes, what tasks hand on, help of settings; and findings of the probe. */
import { germanMediaSentences } from '@interlude/contract';

export const tasksTexts: Readonly<Record<string, string>> = {
  Download: 'Herunterladen',
  'Fetches the file, through the egress guard, or takes an upload.':
    'Lädt die Datei mit der Prüfung ausgehender Verbindungen, oder nimmt einen Upload.',
  bytes: 'Bytes',
  seconds: 'Sekunden',
  Antivirus: 'Virenprüfung',
  'Asks the scanner of CLAMD_HOST; says so when none is configured.':
    'Fragt den Scanner von CLAMD_HOST; sagt, wenn keiner eingerichtet ist.',
  'true: fails when no scanner answers': 'true: schlägt fehl, wenn kein Scanner antwortet',
  'Probe and check': 'Untersuchen und prüfen',
  'Reads what is in the file and names what is unusual about it.':
    'Liest, was in der Datei ist, und nennt, was daran ungewöhnlich ist.',
  'findings that fail the job': 'Befunde, mit denen der Job fehlschlägt',
  'Measure loudness': 'Lautheit messen',
  'First pass of EBU R128; the second pass is applied when encoding, if the profile requires it.':
    'Erster Durchgang nach EBU R128; der zweite folgt beim Encodieren, wenn das Profil ihn verlangt.',
  Encode: 'Encodieren',
  'Makes the renditions of the profile.': 'Erzeugt die Renditions des Profils.',
  'which bitmovin system': 'welches Bitmovin-System',
  'of x264': 'von x264',
  Package: 'Paketieren',
  'Writes playlists and MPD and checks them: segments, key frames, loudness.':
    'Schreibt Playlists und MPD und prüft sie: Segmente, Schlüsselbilder, Lautheit.',
  'left out: the container of the profile': 'weggelassen: der Container des Profils',
  Store: 'Speichern',
  'Writes the package to the storage.': 'Schreibt das Paket in den Speicher.',
  'a storage system; empty = local': 'ein Speichersystem; leer = lokal',
  Register: 'Eintragen',
  'Adds the medias to the asset, so that the stitcher finds them.':
    'Fügt die Medien dem Asset hinzu, damit der Stitcher sie findet.',
  file: 'Datei',
  scan: 'Virenprüfung',
  probe: 'Untersuchung',
  loudness: 'Lautheit',
  renditions: 'Renditions',
  package: 'Paket',
  stored: 'gespeichertes Paket',
  ...germanMediaSentences(),
};
