/** Signalling of the breaks of a linear channel: splice_insert (SCTE 35 §9.7.3), in playlists and in MPDs. */
import { encodeSection } from '@interlude/scte35';
import { US_PER_SECOND } from './linear-limits.ts';

export interface SpliceBreak {
  /** Epoch microseconds. */
  readonly startUs: number;
  readonly untilUs: number;
}

const TICKS_PER_US = 0.09;
/** The clock of a transport stream has 33 bits of 90 kHz. */
const CLOCK_TURN = 2 ** 33;
const EVENT_IDS = 2 ** 31;

export const spliceTicks = (us: number) => Math.round(us * TICKS_PER_US);
export const spliceClock = (us: number) => spliceTicks(us) % CLOCK_TURN;

/** splice_event_id, the same in every process: the second at which the break begins. */
export const spliceEventId = ({ startUs }: SpliceBreak) =>
  Math.floor(startUs / US_PER_SECOND) % EVENT_IDS;

/** splice_insert: out of the network feed for the duration of the break. */
export function spliceOut(adBreak: SpliceBreak): Uint8Array {
  return encodeSection({
    pointerField: undefined,
    sapType: 3, // not specified
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command: {
      kind: 'splice_insert',
      eventId: spliceEventId(adBreak),
      cancel: false,
      detail: {
        outOfNetwork: true,
        immediate: false,
        complianceFlag: true,
        spliceTime: { ptsTime: spliceClock(adBreak.startUs) },
        components: undefined,
        breakDuration: {
          autoReturn: true,
          durationTicks: spliceTicks(adBreak.untilUs - adBreak.startUs),
        },
        uniqueProgramId: 1,
        availNum: 0,
        availsExpected: 0,
      },
    },
    descriptors: [],
    stuffing: new Uint8Array(),
    crc32: 0,
    crcOk: true,
  });
}
