/**
 * Fields of a break's SCTE-35 message under the names that MediaTailor gave them: `[scte.event_id]` in
 * addresses, `{{scte.event_id}}` in parameters. One message serves thousands of sessions, so the last ones
 * stay decoded.
 */
import {
  decodeSectionText,
  type SegmentationDescriptor,
  type SegmentationUpid,
  type SpliceInfoSection,
} from '@interlude/scte35';

export type ScteValues = Readonly<Record<string, string>>;

const none: ScteValues = {};
const maxKept = 64;
const maxUpidChars = 4_000;
const maxUpids = 16;
const maxJsonEntries = 40;
const maxJsonDepth = 3;
/** segmentation_upid types that name content: MPU, MID, URI (SCTE 35 table 22). */
const contentUpidTypes: ReadonlySet<number> = new Set([0x0c, 0x0d, 0x0f]);

const flag = (value: boolean) => (value ? '1' : '0');

function insertValues({ command }: SpliceInfoSection): ScteValues {
  if (command.kind !== 'splice_insert') {
    return none;
  }
  const { eventId, detail } = command;
  return {
    event_id: String(eventId),
    ...(detail && {
      unique_program_id: String(detail.uniqueProgramId),
      avail_num: String(detail.availNum),
      avails_expected: String(detail.availsExpected),
    }),
  };
}

/** Scalars of a JSON in the private data of an MPU, by path: `segmentation_upid.cueData.key`. */
function jsonValues(value: unknown, path: string, found: Record<string, string>): void {
  if (typeof value !== 'object' || value === null) {
    found[path] = String(value ?? '');
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (Object.keys(found).length < maxJsonEntries && path.split('.').length <= maxJsonDepth) {
      jsonValues(inner, `${path}.${key}`, found);
    }
  }
}

const upidText = ({ mpu, text }: SegmentationUpid) =>
  ((mpu && new TextDecoder().decode(mpu.data)) ?? text ?? '').slice(0, maxUpidChars);

/** All ids of a MID: together, separated by commas, and each by its place, `segmentation_upid.0`. */
function upidValues(upid: SegmentationUpid): ScteValues {
  const texts = (upid.mid.length > 0 ? upid.mid : [upid]).slice(0, maxUpids).map(upidText);
  const found: Record<string, string> = {
    segmentation_upid: texts.join(',').slice(0, maxUpidChars),
    segmentation_upid_type: String(upid.type),
  };
  if (upid.mid.length > 0) {
    for (const [index, text] of texts.entries()) {
      found[`segmentation_upid.${index}`] = text;
    }
  }
  for (const json of texts.filter((text) => text.startsWith('{'))) {
    try {
      jsonValues(JSON.parse(json), 'segmentation_upid', found);
    } catch {
      // Text that only looks like JSON: it is passed as text alone, above.
    }
  }
  return found;
}

function segmentationValues({ eventId, detail }: SegmentationDescriptor): ScteValues {
  if (!detail) {
    return { segmentation_event_id: String(eventId) };
  }
  const { restrictions } = detail;
  return {
    segmentation_event_id: String(eventId),
    segmentation_type_id: String(detail.typeId),
    segment_num: String(detail.segmentNum),
    segments_expected: String(detail.segmentsExpected),
    sub_segment_num: String(detail.subSegmentNum ?? ''),
    sub_segments_expected: String(detail.subSegmentsExpected ?? ''),
    delivery_not_restricted_flag: flag(!restrictions),
    ...(restrictions && {
      web_delivery_allowed_flag: flag(restrictions.webDeliveryAllowed),
      no_regional_blackout_flag: flag(restrictions.noRegionalBlackout),
      archive_allowed_flag: flag(restrictions.archiveAllowed),
      device_restrictions: String(restrictions.deviceRestrictions),
    }),
    ...upidValues(detail.upid),
  };
}

/** A single ad within the placement opportunity, which is the break (rule SCTE-S3). */
function isSingleAd({ detail }: SegmentationDescriptor): boolean {
  return detail !== undefined && detail.typeId >= 0x30 && detail.typeId <= 0x33;
}

function decode(text: string): ScteValues {
  const { section } = decodeSectionText(text);
  if (!section) {
    return { base64: text };
  }
  const segmentations = section.descriptors.filter((one) => one.kind === 'segmentation');
  const segmentation = segmentations.find((one) => !isSingleAd(one)) ?? segmentations[0];
  return {
    ...insertValues(section),
    ...(segmentation && segmentationValues(segmentation)),
    base64: text,
  };
}

const kept = new Map<string, ScteValues>();

/**
 * Decodes the SCTE-35 message of a marker.
 * @param text base64 or hex, as the marker has it; a message that cannot be decoded is only passed on
 * @returns values by name of the token, all texts; '' for what the message lacks
 * @see SCTE 35 §9.7.3, §10.3.3; rules SCTE-S1, SCTE-S8, SCTE-S9
 */
export function scteValues(text: string | undefined): ScteValues {
  if (text === undefined || text === '') {
    return none;
  }
  const known = kept.get(text) ?? decode(text);
  kept.delete(text);
  kept.set(text, known);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) {
      break;
    }
    kept.delete(oldest);
  }
  return known;
}

/**
 * The id of the content that the message's UPID carries, of a MID its first; '' when it is of another kind.
 * @see SCTE 35 §10.3.3.1; rule SCTE-S8
 */
export function contentIdOf(values: ScteValues): string {
  const isContent = contentUpidTypes.has(Number(values['segmentation_upid_type']));
  const id = values['segmentation_upid.0'] ?? values['segmentation_upid'] ?? '';
  return isContent ? id : '';
}
