/** Seconds as ISO 8601, the form of MediaTailor's tracking answers: `PT1H2M3.5S`. */
export function isoDuration(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const ms = Math.round(Math.abs(seconds) * 1000);
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const rest = (ms % 60_000) / 1000;
  return `${sign}PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest}S`;
}
