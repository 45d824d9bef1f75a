import type { VastResult } from '../vast.ts';

/** Position of a break (VMAP 1.0 section 2.3.2). Times in ms from the start of the content. */
export type VmapOffset =
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'time'; readonly atMs: number }
  /** 0 to 100 of the content's duration. */
  | { readonly kind: 'percent'; readonly percent: number }
  /** `#n`: the n-th opportunity of the content, from 1. */
  | { readonly kind: 'position'; readonly position: number };

export type VmapAdSource =
  /** An ad response inside of the VMAP document: VASTAdData, or VASTData of older servers. */
  | {
      readonly kind: 'vast';
      readonly id: string;
      readonly vast: VastResult;
      /** The same as a document of its own. */
      readonly text: string;
    }
  | {
      readonly kind: 'tag';
      readonly id: string;
      readonly url: string;
      /** E.g. `vast3`; empty when absent. */
      readonly templateType: string;
    }
  /** CustomAdData: a proprietary format. */
  | { readonly kind: 'custom'; readonly id: string; readonly templateType: string };

export interface VmapBreak {
  readonly breakId?: string | undefined;
  readonly offset: VmapOffset;
  /** `linear`, `nonlinear`, `display`; lower case, at least one. */
  readonly breakTypes: readonly string[];
  /** Interval at which the break is repeated, ms; more than 0. */
  readonly repeatAfterMs?: number | undefined;
  /** Undefined = a break without ads, whose trackers are fired all the same. */
  readonly adSource?: VmapAdSource | undefined;
  /** True (the default) when several ads of the ad response may be shown. */
  readonly allowMultipleAds: boolean;
  /** True (the default) when wrappers may be followed. */
  readonly followRedirects: boolean;
  /** URLs with macros. `breakEnd` fires of an empty break, too (rule V9). */
  readonly trackers: {
    readonly breakStart: readonly string[];
    readonly breakEnd: readonly string[];
    readonly error: readonly string[];
  };
}

export type VmapResult =
  | {
      readonly kind: 'breaks';
      readonly version: string;
      /** In document order. */
      readonly breaks: readonly VmapBreak[];
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly reason: string };
