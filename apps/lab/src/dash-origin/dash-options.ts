/** Query parameters of live DASH addresses in addition to those of all live addresses. */
import { domainError } from '@interlude/contract/errors';
import { type LabRequest, wholeNumber } from '../http/lab-request.ts';
import { isOn, type LiveOptions, oneOf, parseLiveOptions } from '../live-origin/live-options.ts';

/** How segments are addressed, and whether each break is a period of its own. */
export const dashForms = [
  'number',
  'timeline',
  'timeline-number',
  'multiperiod',
  'multiperiod-number',
] as const;
export type DashForm = (typeof dashForms)[number];

export const eventForms = ['xmlbin', 'xml', 'bin', 'none'] as const;
/** `xml`: SCTE 35 as elements; `xmlbin`: base64 in a Signal element; `bin`: base64 message data. */
export type EventForm = (typeof eventForms)[number];

export interface DashOptions extends LiveOptions {
  readonly form: DashForm;
  readonly events: EventForm;
  /** Segments before its start at which a break is announced; 0 = with its first segment. */
  readonly leadSegments: number;
  /** Breaks as points without length, for insertion instead of replacement. */
  readonly isInsertion: boolean;
  /** True when the query parameter `at` fixes the time of the MPD. */
  readonly isFrozen: boolean;
}

/** Real packagers announce SCTE 35 in MPDs ahead, by about the delay of their encoder. */
const LEAD_SEGMENTS = 2;

const hlsOnly = ['marks', 'aes', 'subtitles', 'iframes', 'lowlatency', 'define', 'gaps', 'restart'];

export function parseDashOptions(request: LabRequest, form: DashForm, nowMs: number): DashOptions {
  const live = parseLiveOptions(request, { container: 'cmaf', form: '', dialect: 'cue' }, nowMs);
  const foreign = hlsOnly.find((name) => request.query.has(name));
  if (foreign !== undefined) {
    throw domainError('REQUEST_INVALID', { reason: `${foreign} is for HLS` });
  }
  return {
    ...live,
    form,
    events: oneOf(request.query, 'events', eventForms) ?? 'xmlbin',
    leadSegments: wholeNumber(request.query, 'lead', LEAD_SEGMENTS, { min: 0, max: 1_000 }),
    isInsertion: isOn(request.query, 'insert'),
    isFrozen: request.query.has('at'),
  };
}
