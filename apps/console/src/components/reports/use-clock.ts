/** The minute and the time zone of the person (OP-70). */
import type { Clock } from '@interlude/reporting';
import { useEffect, useState } from 'react';
import { readerLocale } from '../../texts/reader-locale.ts';

const minuteMs = 60_000;
const minuteOf = (ms: number) => Math.floor(ms / minuteMs) * minuteMs;

export function useClock(): Clock {
  const [nowMs, setNowMs] = useState(() => minuteOf(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNowMs(minuteOf(Date.now())), minuteMs / 4);
    return () => clearInterval(timer);
  }, []);
  const { timeZone } = Intl.DateTimeFormat(readerLocale()).resolvedOptions();
  return { nowMs, zone: timeZone };
}
