/** Limits of the damage by faults of machines, databases and disks. */
import type { RuleArea } from './rule-area.ts';

export const reliabilityRules: readonly RuleArea[] = [
  {
    title: 'Reliability',
    rules: {
      'REL-R1':
        'A killed stitcher loses no event that was acknowledged, and none is counted twice.',
      'REL-R2':
        'A killed or crashed database loses nothing that was acknowledged, with or without the application.',
      'REL-R3':
        'While the database is away playback goes on, and events wait on the disk; then all are counted.',
      'REL-R4':
        'A full or broken disk stops no playback and leaves no torn record; what is lost is counted.',
      'REL-R5':
        'A loss of power takes the last second of events at most, and leaves no record that cannot be read.',
      'REL-R6':
        'A process that was paused counts nothing twice, and one whose clock is off counts in the right hour.',
      'REL-R7': 'Every report is what a naive count of the raw events gives.',
      'REL-R11': 'An upgrade loses nothing of the release before.',
      'REL-R12': 'A backup restored on another machine is the installation as it was.',
      'REL-R13': 'A slow origin or a dead ad server delays no other channel, and ends no stream.',
    },
  },
];
