import { describe, expect, it } from 'vitest';
import { configVariables, parseConfig } from './config.ts';

const parse = (env: Record<string, string>) => parseConfig(env, '/srv/interlude');

describe('configuration', () => {
  it('needs nothing: an empty environment is a working one', () => {
    expect(parse({})).toMatchObject({
      port: 3000,
      stitcherPort: 3100,
      labPort: 3200,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      stitcherPublicUrl: 'http://127.0.0.1:3100',
      dataFolder: '/srv/interlude/data',
      databaseUrl: undefined,
      adminEmail: 'admin@interlude.local',
      demo: true,
      egressAllow: [],
    });
  });

  it('takes addresses, ranges and names of trusted proxies', () => {
    const listed = ['uniquelocal', '10.1.2.3', '10.0.0.0/8', 'fd00::/128'];
    expect(parse({ TRUSTED_PROXIES: listed.join(',') }).trustedProxies).toEqual(listed);
  });

  it('derives the public addresses from what it listens on', () => {
    const { publicUrl, stitcherPublicUrl } = parse({ HOST: '0.0.0.0', PORT: '8080' });
    expect([publicUrl, stitcherPublicUrl]).toEqual([
      'http://127.0.0.1:8080',
      'http://127.0.0.1:3100',
    ]);
    expect(parse({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
    expect(parse({ PUBLIC_URL: 'https://ads.example.com/' }).publicUrl).toBe(
      'https://ads.example.com',
    );
  });

  it('takes relative folders from the working directory', () => {
    const { dataFolder, labMediaFolder } = parse({ INTERLUDE_DATA: 'd', LAB_MEDIA_FOLDER: 'm' });
    expect([dataFolder, labMediaFolder]).toEqual(['/srv/interlude/d', '/srv/interlude/m']);
    expect(parse({}).labMediaFolder).toBeUndefined();
  });

  it('takes an empty variable as unset', () => {
    expect(parse({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined });
  });

  it('reads lists and switches', () => {
    expect(
      parse({ EGRESS_ALLOW: 'media.intern:8080, 10.0.0.0/8,', INTERLUDE_DEMO: 'OFF' }),
    ).toMatchObject({ egressAllow: ['media.intern:8080', '10.0.0.0/8'], demo: false });
  });

  it('SEC-S48 takes registrations with the demo alone, unless REGISTRATION says otherwise', () => {
    const mode = (env: Record<string, string>) => parse(env).registration;
    expect([mode({}), mode({ INTERLUDE_DEMO: 'off' })]).toEqual(['open', 'invite']);
    expect(mode({ INTERLUDE_DEMO: 'off', REGISTRATION: 'open' })).toBe('open');
    expect(mode({ REGISTRATION: 'off' })).toBe('off');
    expect(() => mode({ REGISTRATION: 'closed' })).toThrow('REGISTRATION must be one of');
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['STITCHER_PORT', '3.5'],
    ['LAB_PORT', '0x50'],
    ['JOB_RETENTION_DAYS', '0'],
    ['JOB_RETENTION_DAYS', 'forever'],
    ['SSAI_API_TOKEN', 'too short'],
    ['SSAI_API_TOKEN', 'long enough, but with spaces'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'ads.example.com'],
    ['PUBLIC_URL', 'https://ads.example.com/?a=1'],
    ['STITCHER_PUBLIC_URL', 'ftp://x'],
    ['DATABASE_URL', 'mysql://x'],
    ['INTERLUDE_ADMIN_EMAIL', 'admin'],
    ['INTERLUDE_ADMIN_PASSWORD', 'short'],
    ['INTERLUDE_DEMO', 'maybe'],
    ['INTERLUDE_SECRET_KEY', 'abc'],
    ['EGRESS_ALLOW', '10.0.0.0/8,http://x'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'proxy.intern'],
    ['SMTP_URL', 'mail.example.com'],
    ['CLAMD_HOST', 'clam av:3310'],
    ['CLAMD_HOST', 'clamd:99999'],
    ['MAIL_FROM', 'Interlude'],
    ['OIDC_ISSUER', 'example'],
    ['OIDC_ROLE_MAP', '{"a":"Boss"}'],
    ['OIDC_ROLE_MAP', '["Editor"]'],
    ['OIDC_ROLE_MAP', 'Editor'],
    ['LOG_LEVEL', 'loud'],
    ['EVENT_ARCHIVE', 's3://key@host/bucket'],
    ['EVENT_ARCHIVE', '/var/lib/events'],
    ['EVENT_ARCHIVE_DAYS', '0'],
  ])('stops at %s=%s with one sentence that names the variable', (variable, value) => {
    let message = '';
    try {
      parse({ [variable]: value });
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).toMatch(new RegExp(`^${variable} [a-z][^\\n]*\\.$`));
  });

  it('does not repeat a wrong secret', () => {
    expect(() => parse({ INTERLUDE_ADMIN_PASSWORD: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  });

  it('reads the storage of the archive of events, and repeats no part of it', () => {
    const s3 = parse({ EVENT_ARCHIVE: 's3://id:se%2Fcret@s3.example.com/bucket/a/b?region=eu-1' });
    expect(s3.eventArchive).toEqual({
      type: 's3',
      settings: {
        ...{ endpoint: 'https://s3.example.com', bucket: 'bucket', prefix: 'a/b', region: 'eu-1' },
        ...{ accessKeyId: 'id', secretAccessKey: 'se/cret' },
      },
      allow: ['s3.example.com:443'],
    });
    const azure = parse({ EVENT_ARCHIVE: 'azure+http://acc:a2V5@127.0.0.1:10000/acc/events' });
    expect(azure.eventArchive).toMatchObject({
      type: 'azure',
      settings: { endpoint: 'http://127.0.0.1:10000/acc', container: 'events', prefix: '' },
      allow: ['127.0.0.1:10000'],
    });
    expect(parse({}).eventArchive).toBeUndefined();
    expect(parse({ EVENT_ARCHIVE: 'local' }).eventArchive?.type).toBe('local');
    expect(() => parse({ EVENT_ARCHIVE: 's4://id:hunter2@host/b' })).toThrow(/^(?!.*hunter2)/);
  });

  it('refuses one port for two roles, but not two that the system chooses', () => {
    expect(() => parse({ STITCHER_PORT: '3000' })).toThrow(
      'STITCHER_PORT is the same port as PORT (3000).',
    );
    expect(parse({ PORT: '0', STITCHER_PORT: '0', LAB_PORT: '0' }).labPort).toBe(0);
  });

  it('asks for the client id of an external identity provider', () => {
    expect(() => parse({ OIDC_ISSUER: 'https://id.example.com' })).toThrow(/^OIDC_CLIENT_ID /);
  });

  it('takes claim and map of roles together, with an external identity provider', () => {
    const issuer = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'x' };
    const claim = { OIDC_ROLE_CLAIM: 'groups' };
    const map = { OIDC_ROLE_MAP: '{"ads-editors": "Editor"}' };
    expect(parse({ ...issuer, ...claim, ...map }).oidcRoleMap).toEqual({ 'ads-editors': 'Editor' });
    expect(() => parse({ ...issuer, ...claim })).toThrow(/^OIDC_ROLE_MAP must be set/);
    expect(() => parse({ ...issuer, ...map })).toThrow(/^OIDC_ROLE_CLAIM must be set/);
    expect(() => parse({ ...claim, ...map })).toThrow(/^OIDC_ISSUER must be set/);
  });

  it('describes every variable once', () => {
    const names = configVariables.map((entry) => entry.variable);
    expect(new Set(names).size).toBe(names.length);
    expect(configVariables.every((entry) => entry.about.endsWith('.'))).toBe(true);
  });
});
