/** The facts of an analysis in words. Pure. */
import type { SourceAnalysis } from '@interlude/contract';
import { known, t } from '../../../texts/t.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export function factsOf(analysis: SourceAnalysis): Fact[] {
  const { manifestType, isLive, isMultiPeriod, segmentSeconds, windowSeconds } = analysis;
  const kind = [
    manifestType?.toUpperCase(),
    isLive === undefined ? undefined : isLive ? 'live' : 'VoD',
    isMultiPeriod ? 'multi-period' : undefined,
    analysis.isLowLatency ? t('low latency') : undefined,
    analysis.isEncrypted ? 'encrypted' : undefined,
  ];
  const facts: [string, string | undefined][] = [
    [t('Source'), kind.filter(Boolean).join(', ')],
    [isLive === false ? t('Length') : t('Window'), windowSeconds && lengthText(windowSeconds)],
    [t('Segment length'), segmentSeconds && `${shortNumber(segmentSeconds)} s`],
    [t('Markers'), markersText(analysis)],
    [t('Update period'), updateText(analysis)],
    [t('Behind redirects'), analysis.trueSourceUrl],
  ].map(([name, value]) => [String(name), value ? String(value) : undefined]);
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

function markersText({ markers }: SourceAnalysis): string | undefined {
  if (markers === undefined) return;
  if (markers.length === 0) return t('none now');
  return markers.map(({ name, count }) => `${name} × ${count}`).join(', ');
}

function updateText({ minimumSourceUpdatePeriod, isLive }: SourceAnalysis): string | undefined {
  const reported = isLive !== false && typeof minimumSourceUpdatePeriod === 'number';
  return reported ? `${minimumSourceUpdatePeriod} s` : undefined;
}

const shortNumber = (value: number) => String(Math.round(value * 1_000) / 1_000);

/** @param seconds from 0 */
export function lengthText(seconds: number): string {
  if (seconds < 120) return `${shortNumber(Math.round(seconds * 10) / 10)} s`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const rest = whole % 60;
  const parts: [number, string][] = [
    [hours, 'h'],
    [minutes, 'min'],
    [rest, 's'],
  ];
  return parts.flatMap(([amount, unit]) => (amount > 0 ? [`${amount} ${unit}`] : [])).join(' ');
}

/** `1920x1080: …`; a warning about the whole source stands without a size (CHE-033). */
export function warningText({
  message,
  width,
  height,
}: SourceAnalysis['warnings'][number]): string {
  const sentence = known(message);
  return width === undefined || height === undefined ? sentence : `${width}x${height}: ${sentence}`;
}
