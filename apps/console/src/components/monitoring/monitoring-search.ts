/** The search of the page's address: `?at=…&item=…&playlist=…`; invalid values are dropped. Pure. */
import type { MonitoringPlace } from './monitoring-view.tsx';

const maxPlaylist = 100;

/** For a route's `validateSearch`. */
export function monitoringSearch(raw: Readonly<Record<string, unknown>>): MonitoringPlace {
  const at = Number(raw['at']);
  const playlist = Number(raw['playlist']);
  const { item } = raw;
  return {
    ...(Number.isSafeInteger(at) && at > 0 && { at }),
    ...(typeof item === 'string' &&
      /^(source|output|message|finding|splice)\.[\w.:~-]{1,200}$/.test(item) && { item }),
    ...(Number.isInteger(playlist) && playlist > 0 && playlist <= maxPlaylist && { playlist }),
  };
}
