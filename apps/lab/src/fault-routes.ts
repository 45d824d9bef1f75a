/** `/faults`: the active faults, as a page with switches and as JSON. */
import { domainError } from '@interlude/contract/errors';
import { adFaults, adFaultTexts } from './ad-server/ad-faults.ts';
import {
  type FaultPlace,
  type FaultSwitches,
  faultChoices,
  faultPlaces,
} from './fault-switches.ts';
import { type Handler, json, type LabRequest, page, seeOther } from './http/lab-request.ts';
import { writePage } from './http/page.ts';

const placeTexts: Readonly<Record<FaultPlace, readonly [string, string]>> = {
  live: [
    'Live channel',
    'The manifests of /live and /dash. ceil: a wrong discontinuity sequence; stale: moves on once a minute.',
  ],
  ads: ['Ad server', 'Every response of /ads/vast to a request without a fault.'],
  beacons: ['Beacons', 'Answers to /beacon. They are recorded all the same.'],
};

export function createFaultRoutes(faults: FaultSwitches): Handler {
  return async (request) => {
    const [root, second] = request.parts;
    if (second !== undefined || (root !== 'faults' && root !== 'faults.json')) return undefined;
    if (request.method === 'GET') return root === 'faults' ? page(faultPage(faults)) : json(faults);
    if (request.method === 'DELETE') {
      faults.apply({ live: 'none', ads: 'none', beacons: 'none', beaconShare: 1 });
      return json(faults);
    }
    if (request.method !== 'POST') return undefined;
    const isForm = String(request.headers['content-type']).startsWith(
      'application/x-www-form-urlencoded',
    );
    faults.apply(await readChange(request, isForm));
    return isForm ? seeOther('/faults') : json(faults);
  };
}

async function readChange(request: LabRequest, isForm: boolean): Promise<Record<string, unknown>> {
  const text = await request.body();
  if (isForm) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Malformed JSON is refused below, like any other body that is no object.
  }
  throw domainError('REQUEST_INVALID', {
    reason: 'the body must be an object like {"ads":"slow"}',
  });
}

function faultPage(faults: FaultSwitches): string {
  const now = faults.toJSON();
  const rows = faultPlaces.map((place) => {
    const [name, text] = placeTexts[place];
    const options = ['none', ...faultChoices[place]].map(
      (value) =>
        `<option value="${value}"${now[place] === value ? ' selected' : ''}>${value === 'none' ? 'no fault' : value}</option>`,
    );
    const state = now[place] === 'none' ? '' : ' <strong class="bad">on</strong>';
    return `<div class="switch"><label for="${place}">${name}${state}</label><select id="${place}" name="${place}">${options.join('')}</select><span class="dim">${text}</span></div>`;
  });
  const list = adFaults.map(
    (fault) => `<li><code>fault=${fault}</code><span>${adFaultTexts[fault]}</span></li>`,
  );
  const body = `<p class="lead">What is broken on purpose, for everybody, until it is switched off or the lab stops.</p>
<div class="bar"></div>
<form class="card" method="post" action="/faults">${rows.join('\n')}
<div class="switch"><label for="beaconShare">Share of beacons</label><input id="beaconShare" name="beaconShare" type="number" min="0" max="1" step="0.05" value="${now.beaconShare}"><span class="dim">That meets the fault of the recorder: 0.1 is one in ten. Each attempt is decided separately.</span></div><div class="foot"><button class="primary">Apply</button></div></form>
<h2>One request only</h2>
<p class="dim">The ad server takes a fault in the query of one request, <code>/ads/vast?fault=slow</code>:</p>
<ul class="card rows">${list.join('\n')}</ul>`;
  return writePage({ title: 'Faults', active: '/faults', body });
}
