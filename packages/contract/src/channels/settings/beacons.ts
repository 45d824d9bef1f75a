import { z } from 'zod';
import { beaconEventNames, beaconTimings } from '../channel-values.ts';
import { optionalUrl } from './schemas.ts';
import { setting, settingGroup } from './setting.ts';

const beaconEvents = z.partialRecord(z.enum(beaconEventNames), z.string().max(4_000)).default({});

export const beaconSettings = {
  enableServerSideBeacons: setting(z.boolean().default(true), {
    label: 'Server-side beacons',
    help: 'The stitcher sends the trackers of the ads. Off: they are in the VAST document of the session, for the player to send.',
    section: 'beacon-settings',
    effect: 'the stitchers send the trackers; off: they are in the documents for players',
    proof: [
      'apps/stitcher/src/faults.test.ts › without server-side beacons the trackers are in the VAST document instead',
    ],
  }),
  beaconTiming: setting(
    z
      .enum(beaconTimings)
      .optional()
      .describe(
        'when the stitcher counts an event of an ad: `onRequest` (default) when the segment that reaches it is requested, `onElapsed` when the ad has played that far by the clock',
      ),
    {
      label: 'Beacon timing',
      help: 'When the stitcher counts an event of an ad as reached.',
      section: 'beacon-settings',
      choices: {
        onRequest: 'When the segment is requested',
        onElapsed: 'When the segment has played',
      },
      effect:
        '`onRequest`: an event counts when its segment is requested; `onElapsed`: when the ad has played that far by the clock',
      proof: [
        'apps/stitcher/src/beacons/ad-events.test.ts › B2 by the clock: the end of an ad counts when its last segment has played',
      ],
    },
  ),
  internalBeacons: settingGroup(
    {
      baseUrl: setting(optionalUrl, {
        label: 'Ad beacons base URL',
        help: 'Prefix of the ad beacons above. Empty: none are sent.',
        section: 'beacon-settings',
        control: 'url',
        example: 'https://beacons.example.com/collect/',
        effect: 'prefix of the addresses of the platform’s own beacons',
        proof: [
          'apps/stitcher/src/client-documents/client-documents.test.ts › without server-side beacons all are in the document, the platform’s too',
        ],
      }),
      events: setting(beaconEvents, {
        label: 'Ad beacons',
        help: 'The address per event, appended to the base URL.',
        section: 'ad-beacons',
        effect: 'those addresses per event, with macros',
        proof: [
          'apps/stitcher/src/client-documents/client-documents.test.ts › without server-side beacons all are in the document, the platform’s too',
        ],
      }),
    },
    (shape) => z.object(shape).prefault({}),
  ),
  customClientSideBeacons: settingGroup(
    {
      customClientSideBeaconsBaseUrl: setting(optionalUrl, {
        label: 'Custom beacon server URL',
        help: 'Prefix of the events below. Empty: players get none.',
        section: 'custom-beacons',
        control: 'url',
        example: 'https://beacons.example.com/player/',
        effect: 'prefix of the addresses of trackers that players send for the operator',
        proof: [
          'apps/stitcher/src/client-documents/client-documents.test.ts › with server-side beacons a client fires only what is its own',
        ],
      }),
      events: setting(beaconEvents, {
        label: 'Custom beacon events',
        help: 'The address per event, appended to the URL; players get them as additional trackers of each ad. Macros such as [ADID] are expanded.',
        section: 'custom-beacons',
        effect: 'those addresses per event, with macros',
        proof: [
          'apps/stitcher/src/client-documents/client-documents.test.ts › with server-side beacons a client fires only what is its own',
        ],
      }),
    },
    (shape) => z.object(shape).prefault({}),
  ),
};
