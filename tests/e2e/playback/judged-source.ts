/** A session on a source, watched for 40 s without a player and judged output by output. */
import { type AuditState, auditSession, EMPTY_AUDIT } from '@interlude/audit';
import { expect } from '@playwright/test';
import { createChannel, openSession, type Source } from './viewing.ts';

/** Milliseconds: at least one whole break, whenever the session joins. */
export const WATCH_MS = 40_000;
const LOOK_EVERY_MS = 2_000;

export interface Judged {
  readonly path: string;
  readonly findings: readonly string[];
  readonly adSegments: number;
}

const adOf = (uri: string) => /(?:^|\/)ad\/([^/]+)\//.exec(uri)?.[1];

/** Calls `look` again and again until the time is over. */
async function watch(look: () => Promise<void>): Promise<void> {
  for (const endMs = Date.now() + WATCH_MS; Date.now() < endMs; ) {
    await look();
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

export async function judgeHls(source: Source): Promise<Judged> {
  const { url } = await openSession(await createChannel(`Source ${source.path}`, source));
  const playlists = playlistsOf(await (await fetch(url)).text());
  const findings = new Set<string>();
  const ads = new Set<string>();
  let state: AuditState = EMPTY_AUDIT;
  await watch(async () => {
    for (const name of playlists) {
      const answer = await fetch(new URL(name, url));
      const text = await answer.text();
      if (!answer.ok) findings.add(`${name} was answered with ${answer.status}`);
      const output = { renditionId: name, fetchedAtMs: Date.now(), text };
      const judged = auditSession(state, output, { adOf });
      state = judged.state;
      for (const { rule, detail } of judged.findings) findings.add(`${rule} ${name}: ${detail}`);
      for (const [uri] of text.matchAll(/^ad\/.*$/gm)) ads.add(uri);
    }
  });
  return { path: source.path, findings: [...findings], adSegments: ads.size };
}

/** The first video rendition and all other media: further video renditions behave alike. */
function playlistsOf(text: string): string[] {
  const variant = /#EXT-X-STREAM-INF:.*\n(.+)/.exec(text)?.[1] ?? '';
  const others = [...text.matchAll(/URI="(.+?)"/g)].map((match) => match[1] ?? '');
  return [variant, ...others];
}

export function expectStitched(seen: readonly Judged[]): void {
  for (const { path, findings, adSegments } of seen) {
    expect.soft(findings, path).toEqual([]);
    expect.soft(adSegments, path).toBeGreaterThan(0);
  }
}
