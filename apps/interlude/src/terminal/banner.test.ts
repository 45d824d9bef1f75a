import { parseConfig } from '@interlude/runtime';
import { describe, expect, it } from 'vitest';
import { bannerText } from './banner.ts';

const config = parseConfig({}, '/srv/interlude');
const facts = {
  config,
  roles: ['control-plane', 'stitcher', 'worker', 'lab'],
  admin: { email: 'admin@interlude.local', newPassword: 'Aa1!x' },
  seconds: 1.23,
} as const;

describe('the banner', () => {
  it('names the addresses and a new password', () => {
    expect(bannerText(facts)).toBe(`
  Interlude is ready (1.2 s): control-plane, stitcher, worker, lab

  Console   http://127.0.0.1:3000
  Sign in   admin@interlude.local  password: Aa1!x  (shown this once)
  Playback  http://127.0.0.1:3100
  Lab       http://127.0.0.1:3200  (test origin, ad server, beacon recorder)
  Data      /srv/interlude/data

  Ctrl-C stops it.

`);
  });

  it('has no password on later starts, and only what runs here', () => {
    const later = { ...facts, admin: { ...facts.admin, newPassword: undefined } };
    expect(bannerText(later)).toContain(
      'admin@interlude.local  (the password set at the first start)',
    );
    const stitcher = bannerText({ ...facts, roles: ['stitcher'], admin: undefined });
    expect(stitcher).not.toContain('Console');
    expect(stitcher).toContain('Playback');
  });
});
