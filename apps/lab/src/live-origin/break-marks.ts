/** Marker tags of a break in a playlist: one row per dialect, as encoders and packagers write them. */
import { type BreakPlace, secondsOf, segmentStartMs } from './break-schedule.ts';
import { spliceInsertBytes, timeSignalBytes, upperHex } from './splice-insert.ts';

interface Spelling {
  /** Before the first segment of the break. */
  readonly out: (place: BreakPlace) => readonly string[];
  /** Before each of its further segments. */
  readonly cont?: (place: BreakPlace) => readonly string[];
  /** Before the first segment after it. */
  readonly back: (place: BreakPlace, segment: number) => readonly string[];
}

const seconds = (segments: number) => secondsOf(segments).toFixed(2);
const announced = (place: BreakPlace) => seconds(place.announcedSegments);
const elapsed = (place: BreakPlace) => seconds(place.position);

type Message = typeof spliceInsertBytes;
const outBytes = (place: BreakPlace, message: Message) =>
  message({
    eventId: place.id,
    isOut: true,
    atSeconds: secondsOf(place.firstSegment),
    durationSeconds: secondsOf(place.announcedSegments),
  });
const backBytes = (place: BreakPlace, segment: number, message: Message) =>
  message({ eventId: place.id, isOut: false, atSeconds: secondsOf(segment) });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const out64 = (place: BreakPlace, message: Message = spliceInsertBytes) =>
  base64(outBytes(place, message));
const back64 = (place: BreakPlace, segment: number, message: Message = spliceInsertBytes) =>
  base64(backBytes(place, segment, message));

const rangeStart = (place: BreakPlace) =>
  `#EXT-X-DATERANGE:ID="break-${place.id}",START-DATE="${new Date(segmentStartMs(place.firstSegment)).toISOString()}"`;

const dateRange = (message: Message): Spelling => ({
  out: (place) => [
    `${rangeStart(place)},PLANNED-DURATION=${announced(place)},SCTE35-OUT=0x${upperHex(outBytes(place, message))}`,
  ],
  back: (place, segment) => [
    `${rangeStart(place)},DURATION=${seconds(segment - place.firstSegment)},SCTE35-IN=0x${upperHex(backBytes(place, segment, message))}`,
  ],
});

const elapsedCont = (place: BreakPlace) =>
  `#EXT-X-CUE-OUT-CONT:ElapsedTime=${elapsed(place)},Duration=${announced(place)}`;
const cueIn = () => ['#EXT-X-CUE-IN'];

const spellings = {
  cue: {
    out: (place) => [`#EXT-X-CUE-OUT:DURATION=${announced(place)}`],
    cont: (place) => [elapsedCont(place)],
    back: cueIn,
  },
  daterange: dateRange(spliceInsertBytes),
  none: { out: () => [], back: () => [] },
  'daterange-signal': dateRange(timeSignalBytes),
  'cue-plain': {
    out: (place) => [`#EXT-X-CUE-OUT:${announced(place)}`],
    cont: (place) => [`#EXT-X-CUE-OUT-CONT:${elapsed(place)}/${announced(place)}`],
    back: cueIn,
  },
  'cue-bare': { out: () => ['#EXT-X-CUE-OUT'], back: cueIn },
  // A viewer joined during the break: no playlist contains its start.
  'cue-cont': {
    out: (place) => [elapsedCont(place)],
    cont: (place) => [elapsedCont(place)],
    back: cueIn,
  },
  oatcls: {
    out: (place) => [`#EXT-OATCLS-SCTE35:${out64(place)}`],
    back: (place, segment) => [`#EXT-OATCLS-SCTE35:${back64(place, segment)}`],
  },
  enhanced: {
    out: (place) => [
      `#EXT-OATCLS-SCTE35:${out64(place)}`,
      `#EXT-X-ASSET:CAID=0x${place.id.toString(16).toUpperCase().padStart(8, '0')}`,
      `#EXT-X-CUE-OUT:${announced(place)}`,
    ],
    cont: (place) => [`${elapsedCont(place)},SCTE35=${out64(place)}`],
    back: cueIn,
  },
  scte35: {
    out: (place) => [
      `#EXT-X-SCTE35:CUE="${out64(place)}",ID="${place.id}",CUE-OUT=YES,DURATION=${announced(place)}`,
    ],
    cont: (place) => [
      `#EXT-X-SCTE35:CUE="${out64(place)}",ID="${place.id}",CUE-OUT=CONT,ELAPSED=${elapsed(place)},DURATION=${announced(place)}`,
    ],
    back: (place, segment) => [
      `#EXT-X-SCTE35:CUE="${back64(place, segment)}",ID="${place.id}",CUE-IN=YES`,
    ],
  },
  splicepoint: {
    out: (place) => [`#EXT-X-SPLICEPOINT-SCTE35:${out64(place, timeSignalBytes)}`],
    back: (place, segment) => [
      `#EXT-X-SPLICEPOINT-SCTE35:${back64(place, segment, timeSignalBytes)}`,
    ],
  },
  adobe: {
    out: (place) => [
      `#EXT-X-CUE:TYPE="SpliceOut",ID="${place.id}",TIME=${seconds(place.firstSegment)},DURATION=${announced(place)}`,
    ],
    cont: (place) => [
      `#EXT-X-CUE:TYPE="SpliceOutCont",ID="${place.id}",TIME=${seconds(place.firstSegment)},DURATION=${announced(place)},ELAPSED=${elapsed(place)}`,
    ],
    back: (place, segment) => [
      `#EXT-X-CUE:TYPE="SpliceIn",ID="${place.id}",TIME=${seconds(segment)}`,
    ],
  },
} satisfies Record<string, Spelling>;

export type Dialect = keyof typeof spellings;
/** How breaks are written into the playlists. */
export const dialects = Object.keys(spellings).filter((name): name is Dialect =>
  Object.hasOwn(spellings, name),
);

export const outLines = (dialect: Dialect, place: BreakPlace): readonly string[] => {
  const spelling: Spelling = spellings[dialect];
  return place.position === 0 ? spelling.out(place) : (spelling.cont?.(place) ?? []);
};

export const backLines = (dialect: Dialect, place: BreakPlace, segment: number) => {
  const spelling: Spelling = spellings[dialect];
  return spelling.back(place, segment);
};
