import type { SegmentationUpid } from './upid.ts';

/** splice_time(), ANSI/SCTE 35 section 9.7.1: the time at which a cue takes effect. */
export interface SpliceTime {
  /** 33-bit ticks before pts_adjustment; undefined when time_specified_flag is 0. */
  readonly ptsTime: number | undefined;
}

export interface BreakDuration {
  readonly autoReturn: boolean;
  readonly durationTicks: number;
}

export interface SpliceInsert {
  readonly kind: 'splice_insert';
  readonly eventId: number;
  readonly cancel: boolean;
  /** Undefined in a cancel, as everything below. */
  readonly detail:
    | {
        readonly outOfNetwork: boolean;
        readonly immediate: boolean;
        /** event_id_compliance_flag as transmitted; 1 in every older message. */
        readonly complianceFlag: boolean;
        /** Program splice; undefined in component mode and when immediate. */
        readonly spliceTime: SpliceTime | undefined;
        /** Component mode; undefined in a program splice. */
        readonly components:
          | readonly { readonly tag: number; readonly spliceTime: SpliceTime | undefined }[]
          | undefined;
        readonly breakDuration: BreakDuration | undefined;
        readonly uniqueProgramId: number;
        readonly availNum: number;
        readonly availsExpected: number;
      }
    | undefined;
}

export interface ScheduledSplice {
  readonly eventId: number;
  readonly cancel: boolean;
  readonly detail:
    | {
        readonly outOfNetwork: boolean;
        /** Seconds since 1980-01-06T00:00:00Z (GPS). */
        readonly utcSpliceTime: number | undefined;
        readonly components:
          | readonly { readonly tag: number; readonly utcSpliceTime: number }[]
          | undefined;
        readonly breakDuration: BreakDuration | undefined;
        readonly uniqueProgramId: number;
        readonly availNum: number;
        readonly availsExpected: number;
      }
    | undefined;
}

export type SpliceCommand =
  | { readonly kind: 'splice_null' }
  | { readonly kind: 'splice_schedule'; readonly splices: readonly ScheduledSplice[] }
  | SpliceInsert
  | { readonly kind: 'time_signal'; readonly spliceTime: SpliceTime }
  | { readonly kind: 'bandwidth_reservation' }
  | { readonly kind: 'private_command'; readonly identifier: number; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown'; readonly commandType: number; readonly bytes: Uint8Array };

export interface SegmentationDescriptor {
  readonly kind: 'segmentation';
  readonly eventId: number;
  readonly cancel: boolean;
  readonly detail:
    | {
        readonly complianceFlag: boolean;
        readonly components:
          | readonly { readonly tag: number; readonly ptsOffset: number }[]
          | undefined;
        /** 40-bit ticks. */
        readonly durationTicks: number | undefined;
        /** Undefined = delivery_not_restricted_flag. */
        readonly restrictions: DeliveryRestrictions | undefined;
        /** The five reserved bits of an unrestricted message where they are not all 1, as they should be. */
        readonly reservedBits?: number | undefined;
        readonly upid: SegmentationUpid;
        readonly typeId: number;
        readonly segmentNum: number;
        readonly segmentsExpected: number;
        readonly subSegmentNum: number | undefined;
        readonly subSegmentsExpected: number | undefined;
      }
    | undefined;
}

export interface DeliveryRestrictions {
  readonly webDeliveryAllowed: boolean;
  readonly noRegionalBlackout: boolean;
  readonly archiveAllowed: boolean;
  /** 0-2 restrict group 0-2, 3 none. */
  readonly deviceRestrictions: number;
}

export interface AudioComponent {
  readonly tag: number;
  readonly language: string;
  readonly bitStreamMode: number;
  readonly channels: number;
  readonly fullService: boolean;
}

export type SpliceDescriptor = (
  | { readonly kind: 'avail'; readonly providerAvailId: number }
  | { readonly kind: 'dtmf'; readonly prerollTenths: number; readonly characters: string }
  | SegmentationDescriptor
  | {
      readonly kind: 'time';
      readonly taiSeconds: number;
      readonly taiNanoseconds: number;
      readonly utcOffsetSeconds: number;
    }
  | { readonly kind: 'audio'; readonly components: readonly AudioComponent[] }
  | {
      readonly kind: 'unknown';
      readonly tag: number;
      /** 32 bits, `CUEI` = 0x43554549. */
      readonly identifier: number;
      readonly bytes: Uint8Array;
    }
) & {
  /** Bytes behind the syntax that the standard defines; kept so that encoding writes them again. */
  readonly extra?: Uint8Array | undefined;
};

/** splice_info_section, ANSI/SCTE 35 section 9.6. */
export interface SpliceInfoSection {
  /** Undefined when the bytes began with table_id. */
  readonly pointerField: number | undefined;
  readonly sapType: number;
  readonly protocolVersion: number;
  /** Undefined on a clear message; else only the fields before it are readable. */
  readonly encryption: { readonly algorithm: number; readonly payload: Uint8Array } | undefined;
  /** 33-bit ticks to add to every time of the message; see `effectivePts`. */
  readonly ptsAdjustment: number;
  readonly cwIndex: number;
  readonly tier: number;
  /**
   * splice_command_length as transmitted where it is not the command's length: 0xFFF in old messages.
   */
  readonly declaredCommandLength: number | undefined;
  readonly command: SpliceCommand;
  /** Bytes that splice_command_length counts behind the command's own syntax; encoding gives them back. */
  readonly commandExtra?: Uint8Array | undefined;
  readonly descriptors: readonly SpliceDescriptor[];
  readonly stuffing: Uint8Array;
  readonly crc32: number;
  readonly crcOk: boolean;
}
