/** The page of received beacons: a table per session, a row per ad, the beacons as small labels; duplicates are red. */
import { escapeText } from '../http/escape.ts';
import { writePage } from '../http/page.ts';
import { groupBeacons, type SessionGroup } from './beacon-groups.ts';
import type { Beacon, BeaconFilter } from './beacon-ring.ts';

const REFRESH_SECONDS = 4;

export interface BeaconPage {
  readonly beacons: readonly Beacon[];
  readonly filter: BeaconFilter;
  readonly total: number;
  readonly nowMs: number;
}

export function writeBeaconPage(parts: BeaconPage): string {
  const { beacons, filter, total } = parts;
  const groups = groupBeacons(beacons);
  const duplicates = groups.reduce((sum, group) => sum + group.duplicates, 0);
  const twice =
    duplicates === 0
      ? '<span class="ok">each arrived once</span>'
      : `<span class="bad">${duplicates} arrived more than once</span>`;
  const facts =
    beacons.length === 0
      ? 'Ad servers call these addresses trackers: the stitcher requests one for every step of an ad.'
      : `<span class="num">${beacons.length}</span> shown, <span class="num">${total}</span> since the start, ${twice}`;
  const body = `<div class="bar"><span class="dim">${facts}</span><span class="grow"></span>
${filterNote(filter)}<a href="/beacons.json">JSON</a>
<form class="inline" method="post" action="/beacons/clear"><button>Clear</button></form></div>
${groups.length === 0 ? emptyCard : groups.map((group) => sessionCard(group)).join('\n')}`;
  return writePage({ title: 'Beacons', active: '/beacons', body, refreshSeconds: REFRESH_SECONDS });
}

const emptyCard =
  '<div class="card empty">No beacon has arrived. Play a channel that uses this ad server and wait for its next break.</div>';

function filterNote(filter: BeaconFilter): string {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return isFiltered ? '<a href="/beacons">Show all</a>\n' : '';
}

function sessionCard(group: SessionGroup): string {
  const name = group.session === '' ? 'no session id' : group.session;
  const link = `/beacons?sid=${encodeURIComponent(group.session)}`;
  const rows = group.breaks.flatMap((each) =>
    each.ads.map((ad, index) => {
      const breakCell = index === 0 ? escapeText(each.breakId) : '';
      const labels = ad.events.flatMap((event) => event.beacons.map(eventLabel));
      return `<tr><td class="mono" title="${escapeText(each.breakId)}">${breakCell}</td><td class="num hide">${escapeText(ad.position)}</td><td class="mono" title="${escapeText(ad.ad)}">${escapeText(ad.ad)}</td><td><div class="events">${labels.join('')}</div></td></tr>`;
    }),
  );
  return `<section class="card session"><h2><span class="dim">Session</span><a class="mono" href="${escapeText(link)}">${escapeText(name)}</a><span class="dim num">${group.count} ${group.count === 1 ? 'beacon' : 'beacons'}</span></h2>
<table><thead><tr><th>Break</th><th class="hide">No.</th><th>Ad</th><th>Beacons</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></section>`;
}

function eventLabel(beacon: Beacon): string {
  const time = new Date(beacon.atEpochMs).toISOString();
  const code = beacon.query['code'] === undefined ? '' : ` ${escapeText(beacon.query['code'])}`;
  const again = beacon.isDuplicate ? ' again' : '';
  return `<span class="event${beacon.isDuplicate ? ' twice' : ''}">${escapeText(beacon.event)}${code}${again}<time datetime="${time}">${time.slice(11, 21)}</time></span>`;
}
