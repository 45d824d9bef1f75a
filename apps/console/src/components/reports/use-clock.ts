/** The minute and the time zone of the person (OP-70). */
import type { Clock } from '@interlude/reporting';
import { useEffect, useState } from 'react';
import { readerLocale } from '../../texts/reader-locale.ts';

const minuteMs = 60_000;
const minuteOf = (ms: number) => Math.floor(ms / minuteMs) * minuteMs;

function readClock(): Clock {
  const { timeZone } = Intl.DateTimeFormat(readerLocale()).resolvedOptions();
  return { nowMs: minuteOf(Date.now()), zone: timeZone };
}

/** The same object until the next minute. */
export function useClock(): Clock {
  const [clock, setClock] = useState(readClock);
  useEffect(() => {
    const timer = setInterval(
      () => setClock((known) => (minuteOf(Date.now()) === known.nowMs ? known : readClock())),
      minuteMs / 4,
    );
    return () => clearInterval(timer);
  }, []);
  return clock;
}
