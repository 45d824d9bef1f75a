/** The break that an ad request, its wrappers and its trackers belong to. */
export interface AvailContext {
  readonly channelId: string;
  readonly channelName?: string | undefined;
  readonly presetId?: string | undefined;
  /** Playback session; of a decision for a cohort, the one whose request was sent. */
  readonly sessionId: string;
  readonly breakId: string;
  /** Number of the avail within the session, from 1. */
  readonly breakIndex: number;
  readonly breakPosition: 'pre' | 'mid' | 'post';
  /** Seconds; 0 = not known. */
  readonly durationSeconds: number;
  readonly nowMs: number;
  /** Eight digits, new for every request. */
  readonly cachebuster: string;
  /** One UUID for the request and all wrappers and trackers that follow from it. */
  readonly transactionId: string;
  readonly serverSideBeacons: boolean;
  /** Seconds after the start of the content; live 0. */
  readonly startSeconds?: number | undefined;
  /** Most ads that are taken; default 10. */
  readonly maxAds?: number | undefined;
  readonly isOnDemand?: boolean | undefined;
  /** The SCTE-35 message of the marker as it came. */
  readonly scte35?: string | undefined;
  /** Id of the content around the break (CAID), when the channel passes it through. */
  readonly contentId?: string | undefined;
}
