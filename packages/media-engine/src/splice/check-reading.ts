/**
 * Validates the reading of a splice that a child sends. The child decoded untrusted bytes, so every value is checked
 * for type and range; any other answer counts as a failure of the child.
 */
import { type SideReading, spliceLimits, type UnreadSide } from './splice-media.ts';

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** A clock of a file, seconds: 33 bits of 90 kHz are a day, and 64-bit times of MP4 are epochs. */
const mostClockSeconds = 1e11;
const least = { loudness: -70, most: 30 } as const;
const sentenceChars = 300;

function within(value: unknown, from: number, to: number): number {
  if (typeof value !== 'number' || !(value >= from && value <= to))
    throw new RangeError('the child answered a value that cannot be');
  return value;
}

const ofWindow = (value: unknown) => within(value, 0, spliceLimits.seconds + 0.001);
const ofClock = (value: unknown) => within(value, -mostClockSeconds, mostClockSeconds);

function pictureOf(value: unknown): SideReading['picture'] {
  if (!isValues(value)) return undefined;
  return {
    seconds: ofWindow(value['seconds']),
    blackSeconds: ofWindow(value['blackSeconds']),
    frozenSeconds: ofWindow(value['frozenSeconds']),
    startSeconds: ofClock(value['startSeconds']),
  };
}

function soundOf(value: unknown): SideReading['sound'] {
  if (!isValues(value)) return undefined;
  const { loudness } = value;
  return {
    seconds: ofWindow(value['seconds']),
    silentSeconds: ofWindow(value['silentSeconds']),
    silentAtStart: ofWindow(value['silentAtStart']),
    silentAtEnd: ofWindow(value['silentAtEnd']),
    loudness: loudness === null ? null : within(loudness, least.loudness, least.most),
    startSeconds: ofClock(value['startSeconds']),
  };
}

/** The bytes when they begin and end as a JPEG; else undefined. */
function thumbnailOf(value: unknown): Buffer | undefined {
  if (typeof value !== 'string' || value.length > spliceLimits.thumbnailBytes * 2) return undefined;
  const bytes = Buffer.from(value, 'base64');
  const isJpeg =
    bytes.length > 4 &&
    bytes.length <= spliceLimits.thumbnailBytes &&
    bytes.readUInt16BE(0) === 0xffd8 &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  return isJpeg ? bytes : undefined;
}

/** @throws {RangeError} for an answer that no intact child gives */
export function checkedSide(value: unknown): SideReading | UnreadSide {
  if (!isValues(value)) throw new RangeError('the child answered no side');
  const { problem, isBeyondLimits } = value;
  if (typeof problem === 'string')
    return { problem: problem.slice(0, sentenceChars), isBeyondLimits: isBeyondLimits === true };
  return {
    picture: pictureOf(value['picture']),
    sound: soundOf(value['sound']),
    thumbnail: thumbnailOf(value['thumbnail']),
  };
}
