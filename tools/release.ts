/**
 * `npm run release -- <version> [--dry-run]`: version, changelog, commit and tag on main, and in
 * `release/<version>/` notes, source archive, checksums and provenance. It pushes nothing.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  checksumText,
  isVersion,
  provenance,
  type ReleasedFile,
  releasedChangelog,
  releaseNotes,
  withVersion,
} from './release/release-files.ts';
import { root } from './root.ts';
import { runCommand } from './run-command.ts';

const lockFiles = ['package-lock.json', 'docs/site/package-lock.json'];

class Refused extends Error {}

async function git(...args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand(['git', ...args], { quiet: true });
  if (code !== 0) throw new Refused(`git ${args.join(' ')} failed. Read its message above.`);
  return output.trim();
}

async function hashed(name: string, path: string): Promise<ReleasedFile> {
  return {
    name,
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}

async function checkTree(version: string): Promise<void> {
  if (!isVersion(version)) {
    throw new Refused('Name a version: npm run release -- 1.2.3 [--dry-run].');
  }
  if ((await git('rev-parse', '--abbrev-ref', 'HEAD')) !== 'main') {
    throw new Refused('A release is made on main. Check it out first.');
  }
  if ((await git('status', '--porcelain')) !== '') {
    throw new Refused('There are changes that are not committed. Commit or stash them first.');
  }
  if ((await git('tag', '--list', `v${version}`)) !== '') {
    throw new Refused(`v${version} exists already. Name a newer version.`);
  }
}

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(join(root, path), change(await readFile(join(root, path), 'utf8')));
}

/** Archive, checksums, notes and provenance of a commit. */
async function writeArtifacts(version: string, notes: string, startedAt: string): Promise<string> {
  const folder = join(root, 'release', version);
  await mkdir(folder, { recursive: true });
  const commit = await git('rev-parse', 'HEAD');
  const name = `interlude-${version}.tar.gz`;
  const archive = join(folder, name);
  await git(
    'archive',
    '--format=tar.gz',
    `--prefix=interlude-${version}/`,
    `--output=${archive}`,
    commit,
  );
  const repository = process.env['RELEASE_REPOSITORY'] ?? 'https://example.com/interlude';
  const subjects = [await hashed(name, archive)];
  const statement = provenance({
    subjects,
    version,
    repository,
    commit,
    builder: process.env['RELEASE_BUILDER'] ?? `${repository}/builders/${hostname()}`,
    lockFiles: await Promise.all(lockFiles.map((file) => hashed(file, join(root, file)))),
    startedAt,
    finishedAt: new Date().toISOString(),
  });
  await writeFile(join(folder, 'NOTES.md'), `# Interlude ${version}\n\n${notes}\n`);
  await writeFile(join(folder, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`);
  await writeFile(join(folder, 'SHA256SUMS'), checksumText(subjects));
  return folder;
}

async function release(version: string, isDryRun: boolean): Promise<void> {
  const startedAt = new Date().toISOString();
  await checkTree(version);
  const notes = releaseNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8'));
  if (notes === undefined) throw new Refused('CHANGELOG.md has nothing under [Unreleased].');
  if (isDryRun) {
    process.stdout.write(
      `Would release ${version} with these notes (after npm run check):\n\n${notes}\n`,
    );
    return;
  }
  const { code } = await runCommand(['npm', 'run', 'check']);
  if (code !== 0) throw new Refused('npm run check failed. Nothing was changed.');
  const manifests = (
    await git('ls-files', 'package.json', 'packages/*/package.json', 'apps/*/package.json')
  ).split('\n');
  for (const path of [...manifests, 'package-lock.json']) {
    await rewrite(path, (text) => withVersion(text, version));
  }
  await rewrite('CHANGELOG.md', (text) => releasedChangelog(text, version, startedAt.slice(0, 10)));
  await git('commit', '--all', '--message', `chore(release): ${version}`);
  await git('tag', '--annotate', `v${version}`, '--message', `Interlude ${version}\n\n${notes}`);
  const folder = await writeArtifacts(version, notes, startedAt);
  process.stdout.write(
    `✓ v${version} is committed and tagged; its files are in ${folder}\n  Publish: git push --follow-tags\n`,
  );
}

const args = process.argv.slice(2);
try {
  await release(args.find((arg) => !arg.startsWith('--')) ?? '', args.includes('--dry-run'));
} catch (error) {
  process.stderr.write(`${error instanceof Refused ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
