/** Which channels have monitoring. Pure. */
import type { Channel } from '@interlude/contract';

/** Live channels only (MON-001). */
export function isMonitored({ type }: Pick<Channel, 'type'>): boolean {
  return type === 'hls-live' || type === 'dash-live';
}
