// What a SCTE-35 payload means for breaks, by the channel's segmentation configuration.
import type { ChannelSettings } from '@interlude/contract';
import {
  decodeSectionText,
  type SegmentationDescriptor,
  type SpliceInfoSection,
  type SpliceInsert,
  ticksToSeconds,
} from '@interlude/scte35';

export type SegmentationConfiguration = ChannelSettings['segmentationConfiguration'];

/** What one payload says. A time_signal may end one thing and start another. */
export interface SpliceSignal {
  readonly kind: 'out' | 'in' | 'cancel';
  readonly eventId: string;
  readonly segmentationTypeId?: number | undefined;
  readonly durationSeconds?: number | undefined;
}

/** Outer segmentations before those that may lie inside them: the break opens at the outermost (SCTE-S3). */
const OUTERMOST_FIRST = [0x22, 0x44, 0x46, 0x34, 0x36, 0x32, 0x30];

/** Single ads; inside a break they neither open nor close it. */
const PER_AD_TYPES: ReadonlySet<number> = new Set([0x30, 0x31, 0x32, 0x33]);

export function isPerAdType(typeId: number | undefined): boolean {
  return typeId !== undefined && PER_AD_TYPES.has(typeId);
}

function rank(typeId: number): number {
  const index = OUTERMOST_FIRST.indexOf(typeId);
  return index < 0 ? OUTERMOST_FIRST.length : index;
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
    // A duration of 0 is how some encoders say that they do not know it.
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
  const outermost = (kind: SpliceSignal['kind']) =>
    signals
      .filter((signal) => signal.kind === kind)
      .toSorted((a, b) => rank(startType(a)) - rank(startType(b)))[0];
  return [outermost('cancel'), outermost('in'), outermost('out')].filter(
    (signal) => signal !== undefined,
  );
}

/** An end is ranked by the type of its start, which is one less. */
function startType({ kind, segmentationTypeId = 0 }: SpliceSignal): number {
  return kind === 'in' ? segmentationTypeId - 1 : segmentationTypeId;
}

export interface PayloadReading {
  readonly command: 'splice_insert' | 'time_signal' | 'other';
  readonly signals: readonly SpliceSignal[];
  /** segmentation_type_ids of a time_signal, whatever they mean. */
  readonly typeIds: readonly number[];
  /** By which it was read: a UPID may have an entry of its own. */
  readonly configuration: SegmentationConfiguration;
}

/** Another configuration for what this id names (`segmentationConfiguration` by hash); undefined = none. */
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

/** May this command open or close breaks (`spliceMode`)? */
export function isCommandUsed(
  command: PayloadReading['command'],
  { spliceMode }: SegmentationConfiguration,
): boolean {
  if (command === 'other' || spliceMode === 'tags') return false;
  return spliceMode === 'both' || spliceMode === command;
}
