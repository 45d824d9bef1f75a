/**
 * The pseudonym of a viewer for counting unique viewers: 64 bits of a keyed hash, by the policy of the company.
 *
 * - daily: the key is random, lives in memory and is thrown away at midnight of the company's zone, so nobody can link
 *   two days or recover an address.
 * - monthly: the key is derived from that of the installation and the month, so restarts and other stitchers have it,
 *   too. Needs the viewer's consent (TDDDG §25).
 * - client: the pseudonym that the player sends (`viewerId=`), hashed with the id of the company; a viewer without one
 *   has none.
 * - none: nobody has one.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ViewerContext } from '@interlude/ad-requests';
import { civilOfDays, localDayOf, startOfLocalDay } from '@interlude/reporting';
import type { Clock, SecretKey } from '@interlude/runtime';
import type { ReportRules } from './report-rules.ts';

/** Query parameter of the session request, policy `client`. */
const viewerIdParameter = 'viewerId';

interface DayKey {
  readonly key: Buffer;
  readonly untilMs: number;
}

type Rules = Pick<ReportRules, 'timeZone' | 'viewerIdPolicy'>;

const pseudonym = (key: Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, 16);

export function createViewerIds(
  clock: Clock,
  secretKey: SecretKey,
): (tenantId: string, viewer: ViewerContext, rules: Rules) => string {
  /** Key of today by time zone: companies of one zone share it, as the id of the company is in the hashed text. */
  const days = new Map<string, DayKey>();

  const derived = (name: string) => createHmac('sha256', secretKey).update(name).digest();

  function keyOfDay(timeZone: string): Buffer {
    const nowMs = clock.now();
    const known = days.get(timeZone);
    if (known && nowMs < known.untilMs) {
      return known.key;
    }
    const untilMs = startOfLocalDay(localDayOf(nowMs, timeZone) + 1, timeZone);
    const made = { key: randomBytes(32), untilMs };
    days.set(timeZone, made);
    return made.key;
  }

  function keyOfMonth(timeZone: string): Buffer {
    const { year, month } = civilOfDays(localDayOf(clock.now(), timeZone));
    return derived(`viewers of ${year}-${month}`);
  }

  return (tenantId, viewer, { viewerIdPolicy, timeZone }) => {
    const network = `${tenantId}\n${viewer.ip}\n${viewer.userAgent}`;
    switch (viewerIdPolicy) {
      case 'none':
        return '';
      case 'client': {
        const given = viewer.query.get(viewerIdParameter) ?? '';
        return given === ''
          ? ''
          : pseudonym(derived('viewers of clients'), `${tenantId}\n${given}`);
      }
      case 'monthly':
        return pseudonym(keyOfMonth(timeZone), network);
      case 'daily':
        return pseudonym(keyOfDay(timeZone), network);
    }
  };
}
