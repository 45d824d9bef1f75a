/** Findings of the check of a file in German, by their names: for the console and the mails. */
import type { MediaFinding } from './media-findings.ts';

export const germanMediaFindings: Readonly<Record<MediaFinding, string>> = {
  NO_VIDEO: 'Die Datei hat kein Video.',
  NO_AUDIO: 'Die Datei hat kein Audio; Stille wird ergänzt.',
  TOO_LONG: 'Die Datei ist länger als erlaubt.',
  TOO_SHORT: 'Die Datei ist kürzer als eine Sekunde.',
  TRUNCATED: 'Die Datei endet, bevor ihr Index es sagt.',
  NOT_A_MEDIA_FILE: 'Die Datei ist keine Mediendatei.',
  PLAYLIST_IN_DISGUISE: 'Die Datei ist eine Playlist oder verweist auf andere Dateien.',
  BEYOND_LIMITS: 'Die Datei hat mehr Pixel, Referenzbilder oder Stunden, als decodiert werden.',
  VARIABLE_FRAME_RATE:
    'Bilder kommen in wechselndem Abstand; sie erhalten die Bildrate des Profils.',
  ROTATED: 'Das Video ist gedreht gespeichert; es wird aufgerichtet.',
  ODD_SIZE: 'Breite oder Höhe ist ungerade; das Video wird passend skaliert.',
  INTERLACED: 'Das Video hat Halbbilder; sie werden zu Vollbildern.',
  HDR: 'Das Video hat hohen Dynamikumfang (HDR); es wird auf BT.709 umgerechnet.',
  SURROUND: 'Das Audio hat mehr als zwei Kanäle; es wird auf die Kanäle des Profils gemischt.',
  LOW_BITRATE: 'Das Video hat eine niedrigere Bitrate als die beste Rendition des Profils.',
  UPSCALED: 'Das Video ist kleiner als die beste Rendition des Profils.',
  DURATION_DIFFERS: 'Die Dauer weicht um mehr als eine Sekunde von der angegebenen ab.',
};
