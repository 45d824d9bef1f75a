/** The figures of FFmpeg's loudnorm filter, as both engines get them. */
import { domainError } from '@interlude/contract/errors';
import type { LoudnessMeasure } from '../loudness.ts';

/** LUFS: the absolute gate of BS.1770; softer audio is not measured. */
const GATE = -70;

/** @throws {DomainError} ENCODE_FAILED when it is no such JSON */
export function readLoudness(text: string): LoudnessMeasure | 'silent' {
  let reported: Readonly<Record<string, unknown>>;
  try {
    reported = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw domainError(
      'ENCODE_FAILED',
      { engine: 'loudnorm', reason: 'it reported no figures' },
      error,
    );
  }
  const figure = (name: string) => Number(reported[name]);
  const measure = {
    integrated: figure('input_i'),
    range: figure('input_lra'),
    truePeak: figure('input_tp'),
    threshold: figure('input_thresh'),
    offset: figure('target_offset'),
  };
  // Silence is reported as -inf, for which there is no second pass.
  const isMeasured = Object.values(measure).every(Number.isFinite) && measure.integrated > GATE;
  return isMeasured ? measure : 'silent';
}
