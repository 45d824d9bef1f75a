/**
 * The pseudonym of a viewer for counting unique viewers of a day: 64 bits of a keyed hash. The key is
 * random, lives in memory and is thrown away at midnight UTC, so nobody can link two days or come back
 * to an address.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ViewerContext } from '@interlude/ad-requests';
import type { Clock } from '@interlude/runtime';

const dayMs = 86_400_000;

export function createViewerIds(clock: Clock): (tenantId: string, viewer: ViewerContext) => string {
  let day = -1;
  let key = randomBytes(32);
  return (tenantId, viewer) => {
    const today = Math.floor(clock.now() / dayMs);
    if (today !== day) {
      day = today;
      key = randomBytes(32);
    }
    const text = `${tenantId}\n${viewer.ip}\n${viewer.userAgent}`;
    return createHmac('sha256', key).update(text).digest('hex').slice(0, 16);
  };
}
