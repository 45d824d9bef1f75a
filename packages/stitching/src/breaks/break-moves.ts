// The life of a break as a table: which cue does what in which state.
import type { Cue } from '../cues/cue.ts';
import type { AdBreakState } from './ad-break.ts';

export type BreakMove = 'update' | 'join' | 'end' | 'end-earlier' | 'cancel' | 'ignore';

/**
 * announced: known, its start not reached; open: running; closed: its end is known or its planned end
 * has passed; cancelled: taken back.
 */
export const BREAK_MOVES: Readonly<Record<AdBreakState, Readonly<Record<Cue['kind'], BreakMove>>>> =
  {
    announced: { out: 'update', cont: 'join', in: 'ignore', cancel: 'cancel' },
    open: { out: 'update', cont: 'join', in: 'end', cancel: 'ignore' },
    closed: { out: 'ignore', cont: 'ignore', in: 'end-earlier', cancel: 'ignore' },
    cancelled: { out: 'ignore', cont: 'ignore', in: 'ignore', cancel: 'ignore' },
  };
