/** '3 hours ago', with the full date and time on hover and focus. */
import { absoluteTime, relativeTime } from './time.ts';

export function RelativeTime({ at }: { at: string }) {
  return (
    <time data-hint={absoluteTime(at)} dateTime={at} className="num">
      {relativeTime(at, Date.now())}
    </time>
  );
}

/** Date and time in the browser's locale, as lists show them (OP-68). */
export function AbsoluteTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="num" title={relativeTime(at, Date.now())}>
      {absoluteTime(at)}
    </time>
  );
}
