/**
 * Common Media Client Data (CTA-5004; version 2: CTA-5004-B): reports of a player on its playback, with a request or as
 * events. Only the keys by which splices are judged are read, none that names a viewer or a content (`sid`, `cid`).
 * Reports are untrusted: a value that cannot be read is left out, and nothing throws.
 * @see rule SEC-S127
 */

export const cmcdLimits = {
  /** Of one report, decoded. */
  chars: 8_192,
  /** Pairs of one report; further ones are not read. */
  pairs: 100,
  /** Values of an inner list. */
  values: 8,
} as const;

/** The tokens of `sta`, in words. */
const states = {
  s: 'starting',
  p: 'playing',
  k: 'seeking',
  r: 'rebuffering',
  a: 'paused',
  w: 'waiting',
  e: 'ended',
  f: 'failed',
  q: 'quit',
  d: 'preloading',
} as const;
export type PlayerState = (typeof states)[keyof typeof states];

export interface CmcdReport {
  /** `bs`: the buffer ran empty since the report before. */
  readonly isStarved: boolean;
  /** `su`: the object is needed at once, to start, after a jump, or as the buffer ran empty. */
  readonly isUrgent: boolean;
  /** `bl`, ms: media ahead of the playhead; of several tracks the least. */
  readonly bufferMs: number | undefined;
  /** `sta`; version 2 alone. */
  readonly state: PlayerState | undefined;
  /** `ts`, epoch ms of the player's clock; version 2 alone. */
  readonly atMs: number | undefined;
}

type Found = { -readonly [Key in keyof CmcdReport]: CmcdReport[Key] };

const isState = (token: string): token is keyof typeof states => Object.hasOwn(states, token);

/** Whole milliseconds; of an inner list, `(21300;v 4000;a)`, the least. */
function leastOf(value: string): number | undefined {
  const items = value.startsWith('(') ? value.slice(1, -1).split(' ', cmcdLimits.values) : [value];
  const numbers = items.flatMap((item) => {
    const [text = ''] = item.split(';', 1);
    return /^\d{1,9}$/.test(text) ? [Number(text)] : [];
  });
  return numbers.length > 0 ? Math.min(...numbers) : undefined;
}

/** Version 1 writes true as the key alone, a structured field also as ?1 (RFC 9651 3.3.6). */
const isTrue = (value: string) => value === '' || value === '?1' || value === 'true';

const readers: ReadonlyMap<string, (value: string, found: Found) => void> = new Map([
  [
    'bs',
    (value: string, found: Found) => {
      found.isStarved = isTrue(value);
    },
  ],
  [
    'su',
    (value: string, found: Found) => {
      found.isUrgent = isTrue(value);
    },
  ],
  [
    'bl',
    (value: string, found: Found) => {
      found.bufferMs = leastOf(value);
    },
  ],
  [
    'sta',
    (value: string, found: Found) => {
      found.state = isState(value) ? states[value] : undefined;
    },
  ],
  [
    'ts',
    (value: string, found: Found) => {
      found.atMs = /^\d{12,14}$/.test(value) ? Number(value) : undefined;
    },
  ],
]);

/** The end of a pair: the next comma that is in no string and no inner list. */
function endOfPair(text: string, from: number): number {
  let isQuoted = false;
  let isList = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else isQuoted = character !== '"';
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === '(' || character === ')') {
      isList = character === '(';
    } else if (character === ',' && !isList) {
      return at;
    }
  }
  return text.length;
}

const keyForm = /^[A-Za-z][\w.-]{0,63}$/;

/**
 * One report: the value of `CMCD=`, decoded, the values of the four headers with commas between them, or a line of
 * events.
 * @returns undefined for a text without a key, or longer than `cmcdLimits.chars`
 * @see CTA-5004 and CTA-5004-B; rule SEC-S127
 */
export function parseCmcd(text: string): CmcdReport | undefined {
  if (text.length > cmcdLimits.chars) return undefined;
  const found: Found = {
    isStarved: false,
    isUrgent: false,
    bufferMs: undefined,
    state: undefined,
    atMs: undefined,
  };
  let keys = 0;
  for (let from = 0, pairs = 0; from < text.length && pairs < cmcdLimits.pairs; pairs += 1) {
    const end = endOfPair(text, from);
    const pair = text.slice(from, end).trim();
    from = end + 1;
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    if (!keyForm.test(key)) continue;
    keys += 1;
    readers.get(key)?.(equals < 0 ? '' : pair.slice(equals + 1), found);
  }
  return keys > 0 ? found : undefined;
}

/**
 * Events of one request: a line each (CTA-5004-B, event mode).
 * @returns the reports of the first `maxLines` lines, without lines that are no report
 */
export function parseCmcdLines(body: string, maxLines: number): readonly CmcdReport[] {
  const reports: CmcdReport[] = [];
  for (let from = 0, lines = 0; from < body.length && lines < maxLines; lines += 1) {
    const newline = body.indexOf('\n', from);
    const end = newline < 0 ? body.length : newline;
    const report = parseCmcd(body.slice(from, end).trim());
    if (report) reports.push(report);
    from = end + 1;
  }
  return reports;
}

/** Percent-encoding makes a text three times as long at most. */
const encodedChars = 3 * cmcdLimits.chars;

/**
 * The value of the parameter `CMCD` in a query, decoded.
 * @param from where the query begins in the address
 * @returns undefined where there is none, or none that can be decoded
 */
export function cmcdOfQuery(url: string, from: number): string | undefined {
  const name = 'CMCD=';
  let at = url.indexOf(name, from);
  while (at > 0 && url[at - 1] !== '?' && url[at - 1] !== '&') {
    at = url.indexOf(name, at + 1);
  }
  if (at <= 0) return undefined;
  const start = at + name.length;
  const next = url.indexOf('&', start);
  const value = url.slice(start, next < 0 ? url.length : next);
  if (value.length > encodedChars) return undefined;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
