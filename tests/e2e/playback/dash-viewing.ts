/** DASH sources of the lab, and a session on one that is judged MPD by MPD. */
import { auditDashSession, type DashAuditState, EMPTY_DASH_AUDIT } from '@interlude/audit';
import { type Judged, WATCH_MS } from './judged-source.ts';
import { createChannel, openSession, type Source } from './viewing.ts';

const adOf = (uri: string) => /(?:^|\/)ad\/([^/]+)\//.exec(uri)?.[1];

export const dashSource = (form: string, query = ''): Source => ({
  path: `/dash/${form}/manifest.mpd?every=23.04&break=11.52${query}`,
  slate: '/slate/dash/manifest.mpd',
  type: 'dash-live',
  isMultiPeriod: form.startsWith('multiperiod'),
});

export async function judgeDash(source: Source): Promise<Judged> {
  const { url } = await openSession(await createChannel(`Source ${source.path}`, source));
  const findings = new Set<string>();
  const ads = new Set<string>();
  let state: DashAuditState = EMPTY_DASH_AUDIT;
  for (const endMs = Date.now() + WATCH_MS; Date.now() < endMs; ) {
    const answer = await fetch(url);
    const text = await answer.text();
    if (!answer.ok) findings.add(`answered with ${answer.status}`);
    const judged = auditDashSession(state, { url, fetchedAtMs: Date.now(), text }, { adOf });
    state = judged.state;
    for (const { rule, detail } of judged.findings) findings.add(`${rule}: ${detail}`);
    for (const [, id] of text.matchAll(/\/ad\/([^/"<]+)\//g)) ads.add(id ?? '');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  return { path: source.path, findings: [...findings], adSegments: ads.size };
}
