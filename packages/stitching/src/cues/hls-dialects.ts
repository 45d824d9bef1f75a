// How each tag signals a break: one row a dialect. A row only reads the tag; `segmentation-rules.ts` interprets
// payloads, `hls-cues.ts` joins the cues of one break.
import { parseAttributeList } from '@interlude/hls';

export interface Spelling {
  /** undefined: defined by the SCTE 35 payload alone. */
  readonly kind: 'out' | 'cont' | 'in' | undefined;
  readonly id?: string | undefined;
  readonly durationSeconds?: number | undefined;
  readonly elapsedSeconds?: number | undefined;
  readonly payload?: string | undefined;
}

/** Tags that signal breaks in the same way; `fallbackSourceTags` chooses among these. */
export type DialectFamily = 'cue' | 'adobe' | 'oatcls' | 'scte35' | 'splicepoint' | 'signal';

export interface Dialect {
  readonly family: DialectFamily;
  readonly read: (value: string) => Spelling | undefined;
}

/** Attributes with their names in capitals (`ElapsedTime`, `DURATION`, …). */
class Values {
  readonly #values = new Map<string, string>();
  /** Value before the first attribute: `30`, `8.3/30`, `INVALID`. */
  readonly bare: string;

  constructor(value: string) {
    const comma = value.indexOf(',');
    const first = comma < 0 ? value : value.slice(0, comma);
    const named = /^\s*[A-Za-z][\w-]*\s*=/.test(first);
    this.bare = named ? '' : first.trim();
    const list = named ? value : value.slice(comma < 0 ? value.length : comma + 1);
    for (const [name, text] of parseAttributeList(list)) this.#values.set(name.toUpperCase(), text);
  }

  text(...names: readonly string[]): string | undefined {
    for (const name of names) {
      const value = this.#values.get(name);
      if (value !== undefined && value !== '') return value;
    }
    return undefined;
  }

  seconds(...names: readonly string[]): number | undefined {
    return readSeconds(this.text(...names));
  }
}

const ISO_DURATION = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;

/** `30`, `30.5`, `PT1M30S`; undefined when it is no duration. */
export function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const iso = ISO_DURATION.exec(text.trim());
  if (iso !== null)
    return Number(iso[1] ?? 0) * 3600 + Number(iso[2] ?? 0) * 60 + Number(iso[3] ?? 0);
  if (!/^\s*\d/.test(text)) return undefined;
  const seconds = Number.parseFloat(text);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** `EXT-X-CUE-OUT`, `:30`, `:PT30S`, `:DURATION="30"`, `:ID=..,TYPE=SpliceOut,DURATION=..`, `:30,CUE=".."`. */
function readCueOut(value: string): Spelling {
  const values = new Values(value);
  return {
    kind: 'out',
    id: values.text('ID', 'BREAKID', 'SPOTID'),
    // Some packagers write 0 for a duration that they do not know.
    durationSeconds: (values.seconds('DURATION') ?? readSeconds(values.bare)) || undefined,
    payload: values.text('CUE', 'SCTE35'),
  };
}

/** `:8.3/30`, `:10.0/30,SCTE35=..`, `:ElapsedTime=8.3,Duration=30,SCTE35=..`, bare. */
function readCueOutCont(value: string): Spelling {
  const values = new Values(value);
  const [elapsed, duration] = values.bare.split('/');
  return {
    kind: 'cont',
    id: values.text('ID'),
    elapsedSeconds: values.seconds('ELAPSEDTIME', 'ELAPSED') ?? readSeconds(elapsed),
    durationSeconds: (values.seconds('DURATION') ?? readSeconds(duration)) || undefined,
    payload: values.text('CUE', 'SCTE35'),
  };
}

function readCueSpan(value: string): Spelling {
  const values = new Values(value);
  return {
    kind: 'cont',
    id: values.text('ID'),
    elapsedSeconds: values.seconds('TIMEFROMSIGNAL'),
    payload: values.text('CUE', 'SCTE35'),
  };
}

function readCueIn(value: string): Spelling {
  const values = new Values(value);
  return { kind: 'in', id: values.text('ID'), payload: values.text('CUE', 'SCTE35') };
}

const ADOBE_KINDS: Readonly<Record<string, Spelling['kind']>> = {
  SPLICEOUT: 'out',
  SPLICEIN: 'in',
  SPLICEOUTCONT: 'cont',
};

function readAdobe(value: string): Spelling | undefined {
  const values = new Values(value);
  const kind = ADOBE_KINDS[(values.text('TYPE') ?? '').toUpperCase()];
  if (kind === undefined) return undefined;
  return {
    kind,
    id: values.text('ID'),
    durationSeconds: values.seconds('DURATION') || undefined,
    elapsedSeconds: values.seconds('ELAPSED'),
  };
}

function scte35Kind(values: Values): Spelling['kind'] {
  const out = values.text('CUE-OUT')?.toUpperCase();
  if (out === 'YES') return 'out';
  if (out === 'CONT') return 'cont';
  return values.text('CUE-IN')?.toUpperCase() === 'YES' ? 'in' : undefined;
}

function readScte35(value: string): Spelling {
  const values = new Values(value);
  return {
    kind: scte35Kind(values),
    id: values.text('ID'),
    durationSeconds: values.seconds('DURATION') || undefined,
    elapsedSeconds: values.seconds('ELAPSED'),
    payload: values.text('CUE', 'SCTE35'),
  };
}

function readPayloadOnly(value: string): Spelling {
  return { kind: undefined, payload: value.trim() };
}

export const HLS_DIALECTS: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['EXT-X-CUE-OUT', { family: 'cue', read: readCueOut }],
  ['EXT-X-CUE-OUT-CONT', { family: 'cue', read: readCueOutCont }],
  ['EXT-X-CUE-CONT', { family: 'cue', read: readCueOutCont }],
  ['EXT-X-CUE-SPAN', { family: 'cue', read: readCueSpan }],
  ['EXT-X-CUE-IN', { family: 'cue', read: readCueIn }],
  ['EXT-X-CUE', { family: 'adobe', read: readAdobe }],
  ['EXT-OATCLS-SCTE35', { family: 'oatcls', read: readPayloadOnly }],
  ['EXT-X-OATCLS-SCTE35', { family: 'oatcls', read: readPayloadOnly }],
  ['EXT-X-SCTE35', { family: 'scte35', read: readScte35 }],
  ['EXT-SCTE35', { family: 'scte35', read: readScte35 }],
  ['EXT-X-SPLICEPOINT-SCTE35', { family: 'splicepoint', read: readPayloadOnly }],
  ['EXT-X-SIGNAL-EXIT', { family: 'signal', read: readCueOut }],
  ['EXT-X-SIGNAL-RETURN', { family: 'signal', read: readCueIn }],
]);
