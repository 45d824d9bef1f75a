/** Why splices were not decoded, in German. */
import type { SpliceSkip } from './monitoring-splice.ts';

export const germanSpliceSkips: Readonly<Record<SpliceSkip, string>> = {
  BUDGET: 'Das Stichprobenbudget des Kanals, 5 % eines Prozessorkerns, war verbraucht.',
  BUSY: 'Andere Splices warteten auf den Decoder.',
  ENCRYPTED: 'Die Segmente sind verschlüsselt, und der Monitor hat keine Schlüssel.',
  NOT_LISTED: 'Eine Rendition führte die Segmente des Splices nicht auf, oder nicht mehr.',
  NOT_LOADED: 'Die Segmente konnten nicht geladen werden.',
  TOO_LARGE: 'Ein Segment ist länger als 12 s oder größer als 8 MiB.',
  NO_ENGINE: 'Dieser Rechner hat keine Engine, die Splices decodiert: Installieren Sie node-av.',
  FAILED: 'Der Decoder wurde beendet: Er brauchte zu viel Zeit, Speicher oder Prozessor.',
};
