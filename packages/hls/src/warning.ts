import { HLS_LIMITS } from './limits.ts';

export type HlsWarningCode =
  | 'EXTM3U_MISSING'
  | 'EXTM3U_NOT_FIRST'
  | 'NUMBER_INVALID'
  | 'DATE_INVALID'
  | 'URI_WITHOUT_EXTINF'
  | 'URI_MISSING'
  | 'TAG_OUT_OF_PLACE'
  | 'TAG_REPEATED'
  | 'BYTERANGE_WITHOUT_START'
  | 'TARGETDURATION_MISSING'
  | 'KEYS_TOO_MANY';

/** Something in a playlist that is not as the standard requires it. The text is kept as it is. */
export interface Warning {
  readonly code: HlsWarningCode;
  /** 1-based line of the source text. */
  readonly line: number;
  readonly detail: string;
}

export class WarningLog {
  readonly entries: Warning[] = [];

  add(code: HlsWarningCode, line: number, detail: string): void {
    if (this.entries.length >= HLS_LIMITS.maxWarnings) return;
    this.entries.push({ code, line, detail: detail.slice(0, 120) });
  }
}
