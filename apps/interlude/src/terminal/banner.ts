/** The text for people once the platform runs: addresses, first sign-in, folders. */
import type { Config, RoleName } from '@interlude/runtime';

export interface FirstAdmin {
  readonly email: string;
  /** Set when it was made up just now: shown this once and stored only as a hash. */
  readonly newPassword: string | undefined;
}

export interface BannerFacts {
  readonly config: Config;
  readonly roles: readonly RoleName[];
  readonly admin: FirstAdmin | undefined;
  readonly seconds: number;
}

export function labAddress(config: Pick<Config, 'labPort'>): string {
  return `http://127.0.0.1:${config.labPort}`;
}

/** How the first SuperAdmin signs in. */
export function credentialsLine(admin: FirstAdmin): string {
  return admin.newPassword === undefined
    ? `${admin.email}  (the password set at the first start)`
    : `${admin.email}  password: ${admin.newPassword}  (shown this once)`;
}

export function bannerText(facts: BannerFacts): string {
  const { config, roles, admin } = facts;
  const rows: [string, string][] = [];
  if (roles.includes('control-plane')) {
    rows.push(['Console', config.publicUrl]);
    if (admin !== undefined) rows.push(['Sign in', credentialsLine(admin)]);
  }
  if (roles.includes('stitcher')) rows.push(['Playback', config.stitcherPublicUrl]);
  if (roles.includes('lab')) {
    rows.push(['Lab', `${labAddress(config)}  (test origin, ad server, beacon recorder)`]);
  }
  rows.push(['Data', config.dataFolder]);
  const lines = rows.map(([what, value]) => `  ${what.padEnd(10)}${value}`);
  const title = `  ${config.productName} is ready (${facts.seconds.toFixed(1)} s): ${roles.join(', ')}`;
  return `\n${title}\n\n${lines.join('\n')}\n\n  Ctrl-C stops it.\n\n`;
}
