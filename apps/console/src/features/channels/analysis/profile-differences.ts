/** Differences between the profile in the form and the source. Pure. */
import { type EncodingLadder, encodingLadder, type SourceAnalysis } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { sameJson } from '../channel-form/same-json.ts';

type Profile = ChannelFormValues['profile'];

const names: Readonly<Record<keyof EncodingLadder, string>> = {
  manifestType: 'protocol',
  muxingType: 'container',
  hasSeparateAudio: t('separate audio'),
  frameRate: t('frame rate'),
  segmentMs: t('segment duration'),
  pictures: t('video renditions'),
  audio: t('audio tracks'),
};

/** Whether creatives are encoded to the ladder of the profile; without a whole one they follow the source. */
export function hasWholeLadder(profile: Profile): boolean {
  return encodingLadder.safeParse(profile).success;
}

/** The parts of the ladder in which a profile differs from that of its source, in words. */
export function profileDifferences(
  profile: Profile,
  ofSource: SourceAnalysis['profile'],
): string[] {
  return Object.entries(names).flatMap(([name, words]) =>
    sameJson(profile?.[name], ofSource?.[name]) ? [] : [words],
  );
}

/** How creatives are encoded with these differences, as a sentence. */
export function consequenceOf(differences: readonly string[]): string {
  if (differences.includes(names.manifestType)) {
    return t(
      'The profile is for another protocol, so creatives are encoded to the ladder of the source.',
    );
  }
  const encoded = t(
    'Creatives are encoded to the profile, with container and separation of audio as in the source, and segments no longer than its target duration.',
  );
  const mayMiss = differences.includes(names.pictures) || differences.includes(names.audio);
  return mayMiss ? `${encoded} ${missedCodecs}` : encoded;
}

const missedCodecs = t(
  'Ads are shown only where the profile has a codec of the family of each rendition of the source.',
);
