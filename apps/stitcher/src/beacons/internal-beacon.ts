/** The platform's own beacons (`internalBeacons`): base address and, by event, what follows it. */
import type { ChannelSettings } from '@interlude/contract';
import type { BeaconEvent } from '@interlude/stitching';

/** Empty when the channel has none for this event. Macros are not expanded yet. */
export function internalBeaconUrl(
  { internalBeacons, http }: Pick<ChannelSettings, 'internalBeacons' | 'http'>,
  event: BeaconEvent,
): string {
  const { baseUrl, events } = internalBeacons;
  const rest = event === 'creativeView' ? undefined : events[event];
  if (baseUrl === '' || rest === undefined || rest === '') {
    return '';
  }
  const base = http ? baseUrl.replace(/^https:/i, 'http:') : baseUrl;
  const joint = base.endsWith('/') || /^[/?&]/.test(rest) ? '' : '/';
  return base + joint + (base.endsWith('/') ? rest.replace(/^\//, '') : rest);
}
