import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodeBase64,
  decodeHex,
  decodeSectionText,
  effectivePts,
  encodeSection,
  type SpliceDescriptor,
  type SpliceInfoSection,
  ticksToSeconds,
  toHex,
} from './index.ts';

interface Vector {
  readonly id: string;
  readonly name: string;
  readonly encoding: string;
  readonly input: string;
  readonly decoded: Record<string, unknown> | null;
}

const root = join(import.meta.dirname, '../../..');
const files = ['test-vectors/scte35/vectors.json', '../shared/fixtures/scte35/vectors.json']
  .map((name) => join(root, name))
  .filter((name) => existsSync(name));
if (files.length < 2)
  process.stdout.write(
    'No shared fixtures beside the project: running its own SCTE-35 vectors only.\n',
  );
const vectors: Vector[] = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).vectors);

function bytesOf(vector: Vector): Uint8Array | undefined {
  return vector.encoding === 'hex' ? decodeHex(vector.input) : decodeBase64(vector.input);
}

const COMMAND_TYPES: Record<string, number> = {
  splice_null: 0,
  splice_schedule: 4,
  splice_insert: 5,
  time_signal: 6,
  bandwidth_reservation: 7,
  private_command: 255,
};

function spliceTimeView(time: { ptsTime: number | undefined } | undefined) {
  if (time === undefined) return {};
  return {
    splice_time: { time_specified_flag: time.ptsTime !== undefined, pts_time: time.ptsTime },
  };
}

function commandView({ command }: SpliceInfoSection): Record<string, unknown> {
  if (command.kind === 'time_signal') return spliceTimeView(command.spliceTime);
  if (command.kind === 'private_command')
    return { private_identifier: command.identifier, private_hex: toHex(command.bytes) };
  if (command.kind !== 'splice_insert' || command.detail === undefined) return {};
  const { detail } = command;
  return {
    splice_event_id: command.eventId,
    splice_event_cancel_indicator: command.cancel,
    out_of_network_indicator: detail.outOfNetwork,
    program_splice_flag: detail.components === undefined,
    duration_flag: detail.breakDuration !== undefined,
    splice_immediate_flag: detail.immediate,
    ...spliceTimeView(detail.spliceTime),
    ...(detail.breakDuration && {
      break_duration: {
        auto_return: detail.breakDuration.autoReturn,
        duration_ticks: detail.breakDuration.durationTicks,
        duration_s: Math.round(ticksToSeconds(detail.breakDuration.durationTicks) * 1e6) / 1e6,
      },
    }),
    unique_program_id: detail.uniqueProgramId,
    avail_num: detail.availNum,
    avails_expected: detail.availsExpected,
  };
}

const TAGS: Record<SpliceDescriptor['kind'], number> = {
  avail: 0,
  dtmf: 1,
  segmentation: 2,
  time: 3,
  audio: 4,
  unknown: -1,
};

function descriptorView(descriptor: SpliceDescriptor): Record<string, unknown> {
  if (descriptor.kind === 'unknown')
    return {
      splice_descriptor_tag: descriptor.tag,
      identifier: descriptor.identifier.toString(16),
    };
  const view = { splice_descriptor_tag: TAGS[descriptor.kind], identifier: '43554549' };
  if (descriptor.kind === 'avail')
    return { ...view, provider_avail_id: descriptor.providerAvailId };
  if (descriptor.kind === 'dtmf')
    return { ...view, preroll: descriptor.prerollTenths, dtmf: descriptor.characters };
  if (descriptor.kind !== 'segmentation') return view;
  const event = {
    ...view,
    segmentation_event_id: descriptor.eventId,
    segmentation_event_cancel_indicator: descriptor.cancel,
  };
  const { detail } = descriptor;
  if (detail === undefined) return event;
  return {
    ...event,
    program_segmentation_flag: detail.components === undefined,
    segmentation_duration_flag: detail.durationTicks !== undefined,
    delivery_not_restricted_flag: detail.restrictions === undefined,
    ...(detail.restrictions && {
      web_delivery_allowed_flag: detail.restrictions.webDeliveryAllowed,
      no_regional_blackout_flag: detail.restrictions.noRegionalBlackout,
      archive_allowed_flag: detail.restrictions.archiveAllowed,
      device_restrictions: detail.restrictions.deviceRestrictions,
    }),
    ...(detail.durationTicks !== undefined && {
      segmentation_duration_ticks: detail.durationTicks,
      segmentation_duration_s: Math.round(ticksToSeconds(detail.durationTicks) * 1e6) / 1e6,
    }),
    segmentation_upid_type: detail.upid.type,
    segmentation_upid_length: detail.upid.bytes.length,
    segmentation_upid_hex: toHex(detail.upid.bytes),
    segmentation_type_id: detail.typeId,
    segment_num: detail.segmentNum,
    segments_expected: detail.segmentsExpected,
  };
}

function sectionView(section: SpliceInfoSection): Record<string, unknown> {
  const pts = effectivePts(section);
  return {
    sap_type: section.sapType,
    protocol_version: section.protocolVersion,
    encrypted_packet: section.encryption !== undefined,
    pts_adjustment: section.ptsAdjustment,
    cw_index: section.cwIndex,
    tier: section.tier,
    splice_command_type: COMMAND_TYPES[section.command.kind],
    splice_command_name: section.command.kind,
    crc32: section.crc32.toString(16).padStart(8, '0'),
    crc_ok: section.crcOk,
    ...(pts !== undefined && { effective_pts: pts }),
    ...commandView(section),
    descriptors: section.descriptors.map(descriptorView),
  };
}

describe('vectors', () => {
  const decodable = vectors.filter(
    (vector) => vector.decoded !== null && vector.decoded !== undefined,
  );
  const refused = vectors.filter((vector) => !decodable.includes(vector));

  it('has vectors to try', () => {
    expect(decodable.length).toBeGreaterThan(5);
    expect(refused.length).toBeGreaterThan(0);
  });

  it.each(decodable)('D9 decodes $id $name', (vector) => {
    const { section } = decodeSectionText(vector.input);
    if (section === undefined) throw new Error('refused');
    // Own vectors name the fields that matter, the shared ones all.
    const view = sectionView(section);
    if (vector.id.startsWith('own-')) expect(view).toMatchObject(vector.decoded ?? {});
    else expect(vector.decoded).toMatchObject(view);
    const texts = Array.isArray(vector.decoded?.['descriptors'])
      ? vector.decoded['descriptors']
      : [];
    section.descriptors.forEach((descriptor, index) => {
      const text = texts[index]?.segmentation_upid_text;
      if (descriptor.kind === 'segmentation' && text !== undefined)
        expect(descriptor.detail?.upid.text).toBe(text);
    });
  });

  it.each(decodable.filter((vector) => vector.decoded?.['crc_ok'] === true))(
    'encodes $id to the same bytes',
    (vector) => {
      const { section } = decodeSectionText(vector.input);
      if (section === undefined) throw new Error('refused');
      expect(toHex(encodeSection(section))).toBe(toHex(bytesOf(vector) ?? new Uint8Array()));
    },
  );

  it.each(refused)('D9 refuses $id $name', (vector) => {
    const form = vector.encoding === 'hex' ? 'hex' : 'detect';
    expect(decodeSectionText(vector.input, form)).toMatchObject({
      section: undefined,
      warnings: [{ code: 'NOT_DECODABLE' }],
    });
  });

  it.each(decodable.filter((vector) => vector.decoded?.['crc_ok'] === false))(
    'D9 SCTE-S8 reports the wrong CRC of $id',
    (vector) => {
      const { section, warnings } = decodeSectionText(vector.input);
      expect(section?.crcOk).toBe(false);
      expect(warnings.map((warning) => warning.code)).toContain('CRC_MISMATCH');
    },
  );
});
