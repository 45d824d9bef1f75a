/** Messages of the preparing thread to the lab. */
export interface PrepareInput {
  readonly folder: string;
  readonly ffmpegPath: string | undefined;
  /** MEDIA_RUN_AS */
  readonly runAs?: string | undefined;
}

export type PrepareMessage =
  | { readonly type: 'engine'; readonly engine: string; readonly version: string }
  | { readonly type: 'missing'; readonly sentence: string }
  | { readonly type: 'progress'; readonly id: string; readonly percent: number }
  | {
      readonly type: 'ready';
      readonly id: string;
      readonly folder: string;
      /** 0 = it was there already. */
      readonly seconds: number;
    }
  | { readonly type: 'failed'; readonly id: string; readonly reason: string };
