/**
 * What of a session request's query is the viewer's: parameters for ad servers and for the session. Proofs
 * that it may watch are none of them; they are never kept, sealed, sent on or logged.
 */

/** Query parameters by which a viewer proves that it may watch. */
export const tokenParameters = ['hdnts', 'hdnea'] as const;

const proofParameters: ReadonlySet<string> = new Set([
  'api-key',
  'x-api-key',
  ...tokenParameters,
  'token',
  'expires',
]);

export const viewerQueryLimits = { entries: 60, chars: 4_000 } as const;

/** What decides how the session is made: must survive, however much else there is. */
const first = ['start', 'replaceBehind', 'contentLocation', 'adLocation'];

/**
 * The session's own first, then in the order in which they were given; bounded.
 * @param query of the session's request
 * @returns the parameters that ad requests may use, at most as many and as long as `viewerQueryLimits` says
 */
export function viewerQuery(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  let chars = 0;
  const entries = [...query].filter(([name]) => !proofParameters.has(name) && name !== 'sid');
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
