import { expect, test } from 'vitest';
import {
  checksumText,
  isVersion,
  provenance,
  releasedChangelog,
  releaseNotes,
  withVersion,
} from './release-files.ts';

const changelog = `# Changelog

## [Unreleased]

### Added
- One thing.

## [0.1.0] - 2026-01-01

### Added
- The first.
`;

test('a version is one of Semantic Versioning', () => {
  expect(['1.2.3', '0.2.0', '1.0.0-rc.1'].map(isVersion)).toEqual([true, true, true]);
  expect(['1.2', 'v1.2.3', '01.2.3', ''].map(isVersion)).toEqual([false, false, false, false]);
});

test('the notes are what stands under Unreleased, and nothing of an older version', () => {
  expect(releaseNotes(changelog)).toBe('### Added\n- One thing.');
  expect(releaseNotes('# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n- x\n')).toBeUndefined();
  expect(releaseNotes('# Changelog\n')).toBeUndefined();
});

test('the changes move under the version with its date, and Unreleased is empty', () => {
  const released = releasedChangelog(changelog, '0.2.0', '2026-11-22');
  expect(releaseNotes(released)).toBeUndefined();
  expect(released).toContain(
    '## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n### Added\n- One thing.',
  );
});

test('the version changes in the workspaces and in no dependency', () => {
  const lock = {
    name: 'interlude',
    version: '0.1.0',
    packages: {
      '': { name: 'interlude', version: '0.1.0' },
      'packages/hls': { name: '@interlude/hls', version: '0.1.0' },
      'node_modules/zod': { version: '0.1.0' },
    },
  };
  expect(JSON.parse(withVersion(JSON.stringify(lock), '0.2.0'))).toEqual({
    name: 'interlude',
    version: '0.2.0',
    packages: {
      '': { name: 'interlude', version: '0.2.0' },
      'packages/hls': { name: '@interlude/hls', version: '0.2.0' },
      'node_modules/zod': { version: '0.1.0' },
    },
  });
});

test('checksums are in the form that sha256sum reads', () => {
  expect(checksumText([{ name: 'a.tar.gz', sha256: 'ab' }])).toBe('ab  a.tar.gz\n');
});

test('the provenance names archive, commit, builder and lock files', () => {
  const statement = provenance({
    subjects: [{ name: 'a.tar.gz', sha256: 'ab' }],
    version: '0.2.0',
    repository: 'https://example.com/interlude',
    commit: 'c0ffee',
    builder: 'https://example.com/builder',
    lockFiles: [{ name: 'package-lock.json', sha256: 'cd' }],
    startedAt: '2026-11-22T12:00:00.000Z',
    finishedAt: '2026-11-22T12:00:01.000Z',
  });
  expect(statement.subject).toEqual([{ name: 'a.tar.gz', digest: { sha256: 'ab' } }]);
  expect(statement.predicate.buildDefinition.resolvedDependencies).toEqual([
    { uri: 'git+https://example.com/interlude@c0ffee', digest: { gitCommit: 'c0ffee' } },
    { name: 'package-lock.json', digest: { sha256: 'cd' } },
  ]);
  expect(statement.predicate.runDetails.builder.id).toBe('https://example.com/builder');
});
