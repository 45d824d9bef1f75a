// Starts, ends and cancels of breaks in a SCTE-35 payload, by the channel's segmentation configuration.
import type { ChannelSettings } from '@interlude/contract';
import {
  decodeSectionText,
  type SegmentationDescriptor,
  type SpliceInfoSection,
  type SpliceInsert,
  ticksToSeconds,
} from '@interlude/scte35';
import { compareNesting } from './nested-starts.ts';

export type SegmentationConfiguration = ChannelSettings['segmentationConfiguration'];

/** Start, end or cancel of one event in a payload. A time_signal may end some events and start others. */
export interface SpliceSignal {
  readonly kind: 'out' | 'in' | 'cancel';
  readonly eventId: string;
  readonly segmentationTypeId?: number | undefined;
  readonly durationSeconds?: number | undefined;
}

function ofSpliceInsert(insert: SpliceInsert): SpliceSignal[] {
  const eventId = String(insert.eventId);
  if (insert.cancel) return [{ kind: 'cancel', eventId }];
  if (insert.detail === undefined) return [];
  const { breakDuration, outOfNetwork } = insert.detail;
  if (!outOfNetwork) return [{ kind: 'in', eventId }];
  const durationSeconds = breakDuration && ticksToSeconds(breakDuration.durationTicks);
  return [{ kind: 'out', eventId, durationSeconds }];
}

function ofDescriptor(
  { eventId, cancel, detail }: SegmentationDescriptor,
  configuration: SegmentationConfiguration,
): SpliceSignal | undefined {
  if (cancel) return { kind: 'cancel', eventId: String(eventId) };
  if (detail === undefined) return undefined;
  const { typeId, durationTicks } = detail;
  const base = { eventId: String(eventId), segmentationTypeId: typeId };
  if (configuration.segmentationTypeIdsStart.includes(typeId)) {
    const durationSeconds = durationTicks === undefined ? undefined : ticksToSeconds(durationTicks);
    // Some encoders write 0 for a duration that they do not know.
    return { ...base, kind: 'out', durationSeconds: durationSeconds || undefined };
  }
  return configuration.segmentationTypeIdsEnd.includes(typeId)
    ? { ...base, kind: 'in' }
    : undefined;
}

function ofTimeSignal(
  section: SpliceInfoSection,
  configuration: SegmentationConfiguration,
): SpliceSignal[] {
  const signals = section.descriptors
    .filter((descriptor) => descriptor.kind === 'segmentation')
    .map((descriptor) => ofDescriptor(descriptor, configuration))
    .filter((signal) => signal !== undefined);
  return signals.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || nesting(a, b));
}

const KINDS: readonly SpliceSignal['kind'][] = ['cancel', 'in', 'out'];

/** Orders the outermost first; ends by the segmentation_type_id of their starts, which is one less. */
function nesting(a: SpliceSignal, b: SpliceSignal): number {
  return compareNesting(startOf(a), startOf(b));
}

function startOf(signal: SpliceSignal): SpliceSignal {
  const { kind, segmentationTypeId } = signal;
  return kind === 'in' && segmentationTypeId !== undefined
    ? { ...signal, segmentationTypeId: segmentationTypeId - 1 }
    : signal;
}

export interface PayloadReading {
  readonly command: 'splice_insert' | 'time_signal' | 'other';
  /** Cancels, then ends, then starts; the outermost of each first. */
  readonly signals: readonly SpliceSignal[];
  /** All segmentation_type_ids of a time_signal, also those that neither start nor end a break. */
  readonly typeIds: readonly number[];
  /** Configuration by which the payload was read: a UPID may have an entry of its own. */
  readonly configuration: SegmentationConfiguration;
}

/** Configuration for a UPID with an entry of its own (`segmentationConfiguration` by hash); undefined = none. */
export type ConfigurationOf = (upid: string) => SegmentationConfiguration | undefined;

function typeIdsOf(section: SpliceInfoSection): number[] {
  return section.descriptors.flatMap((descriptor) =>
    descriptor.kind === 'segmentation' ? (descriptor.detail?.typeId ?? []) : [],
  );
}

function upidsOf(section: SpliceInfoSection): string[] {
  return section.descriptors.flatMap((descriptor) => {
    const upid = descriptor.kind === 'segmentation' ? descriptor.detail?.upid : undefined;
    const all = upid === undefined ? [] : [upid, ...upid.mid];
    return all.flatMap(({ text }) => (text === undefined ? [] : [text]));
  });
}

/** A section that can be trusted: decodable, not encrypted, its checksum right (SCTE-S8). */
export function trustedSection(
  text: string,
  { scte35IsHexNotBase64 }: Pick<SegmentationConfiguration, 'scte35IsHexNotBase64'>,
): SpliceInfoSection | undefined {
  const { section } = decodeSectionText(text, scte35IsHexNotBase64 ? 'hex' : 'detect');
  if (section === undefined || !section.crcOk || section.encryption !== undefined) return undefined;
  return section;
}

/** Decodes a payload (base64 or hex); undefined when it cannot be trusted. */
export function readPayload(
  text: string,
  root: SegmentationConfiguration,
  configurationOf?: ConfigurationOf,
): PayloadReading | undefined {
  const section = trustedSection(text, root);
  if (section === undefined) return undefined;
  const own =
    configurationOf &&
    upidsOf(section)
      .map(configurationOf)
      .find((one) => one);
  const configuration = own ?? root;
  const { command } = section;
  if (command.kind === 'splice_insert')
    return {
      command: 'splice_insert',
      signals: ofSpliceInsert(command),
      typeIds: [],
      configuration,
    };
  if (command.kind === 'time_signal')
    return {
      command: 'time_signal',
      signals: ofTimeSignal(section, configuration),
      typeIds: typeIdsOf(section),
      configuration,
    };
  return { command: 'other', signals: [], typeIds: [], configuration };
}

/** Whether this command may start or end breaks (`spliceMode`). */
export function isCommandUsed(
  command: PayloadReading['command'],
  { spliceMode }: SegmentationConfiguration,
): boolean {
  if (command === 'other' || spliceMode === 'tags') return false;
  return spliceMode === 'both' || spliceMode === command;
}
