/**
 * The viewer's parameters in the query of a session request, for ad servers and the session. Access tokens are
 * left out: they are never kept, sealed, forwarded or logged. So is what a player says of its playback (CTA-5004): it
 * differs with every request, and would make an ad request of its own for every viewer.
 */

/** Query parameters that carry an access token (Akamai Edge Authorization). */
export const tokenParameters = ['hdnts', 'hdnea'] as const;

const leftOut: ReadonlySet<string> = new Set([
  'api-key',
  'x-api-key',
  ...tokenParameters,
  'token',
  'expires',
  'sid',
  'CMCD',
]);

export const viewerQueryLimits = { entries: 60, chars: 4_000 } as const;

/** Parameters that determine how the session is created: kept within the limits before all others. */
const first = ['start', 'replaceBehind', 'contentLocation', 'adLocation'];

/**
 * The viewer's parameters: those of the session first, then the others in their order; tokens and CMCD are left out.
 * @param query of the session's request
 * @returns the parameters that ad requests may use, at most as many and as long as `viewerQueryLimits`
 * @see rule SEC-S13
 */
export function viewerQuery(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  let chars = 0;
  const entries = [...query].filter(([name]) => !leftOut.has(name));
  const ordered = [
    ...entries.filter(([name]) => first.includes(name)),
    ...entries.filter(([name]) => !first.includes(name)),
  ];
  for (const [name, value] of ordered) {
    chars += name.length + value.length;
    if (kept.size >= viewerQueryLimits.entries || chars > viewerQueryLimits.chars) {
      break;
    }
    kept.append(name, value);
  }
  return kept;
}
