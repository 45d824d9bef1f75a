import { configVariables, type RoleName } from '@interlude/runtime';
import { describe, expect, it } from 'vitest';
import { roleEnvironment } from './role-environment.ts';

const secrets = configVariables.filter(({ secret }) => secret).map(({ variable }) => variable);
const env = { ...Object.fromEntries(secrets.map((name) => [name, 'x'])), PATH: '/bin', HOST: '::' };

const secretsOf = (role: RoleName) =>
  Object.keys(roleEnvironment(role, env))
    .filter((name) => secrets.includes(name))
    .sort();

describe('SEC-S67 the environment of a role', () => {
  it.each([
    ['lab', []],
    ['control-plane', ['INTERLUDE_ADMIN_PASSWORD', 'INTERLUDE_SECRET_KEY', 'SMTP_URL']],
    ['stitcher', ['EVENT_ARCHIVE', 'INTERLUDE_SECRET_KEY', 'SSAI_API_TOKEN']],
    ['worker', ['EVENT_ARCHIVE', 'INTERLUDE_SECRET_KEY', 'SMTP_URL']],
    ['monitor', ['INTERLUDE_SECRET_KEY']],
  ] as const)('%s: of the secrets %j', (role, expected) => {
    expect(secretsOf(role)).toEqual(expected);
  });

  it('has all else of the launcher, and what the operator set stands', () => {
    expect(roleEnvironment('lab', env)).toMatchObject({ PATH: '/bin', HOST: '::' });
    expect(roleEnvironment('lab', {})).toMatchObject({
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    });
    expect(roleEnvironment('lab', { MALLOC_ARENA_MAX: '8' })['MALLOC_ARENA_MAX']).toBe('8');
  });
});
