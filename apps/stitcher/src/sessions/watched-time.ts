/** Time watched, summed over the sessions of a channel, device, country and asset before it becomes an event. */
import type { EventSubject } from '../events/event-recorder.ts';

export interface Watched {
  readonly subject: EventSubject;
  durationMs: number;
}

export function addWatched(
  watched: Map<string, Watched>,
  subject: EventSubject,
  durationMs: number,
): void {
  const { channelId, device, country, asset } = subject;
  const key = `${channelId} ${device} ${country} ${asset}`;
  const known = watched.get(key);
  if (known) {
    known.durationMs += durationMs;
  } else {
    watched.set(key, { subject: { ...subject, sessionId: '', viewerId: '' }, durationMs });
  }
}
