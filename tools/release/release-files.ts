/** Files of a release: versions, changelog, notes, checksums, provenance. Text in, text out. */

/** Semantic Versioning 2.0.0, without build metadata. */
const version = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;

export function isVersion(text: string): boolean {
  return version.test(text);
}

const unreleased = '## [Unreleased]';

/** The lines below `## [Unreleased]`, trimmed; undefined when there is no such heading or nothing below it. */
export function releaseNotes(changelog: string): string | undefined {
  const from = changelog.indexOf(`${unreleased}\n`);
  if (from < 0) return undefined;
  const rest = changelog.slice(from + unreleased.length);
  const next = rest.indexOf('\n## ');
  const notes = (next < 0 ? rest : rest.slice(0, next)).trim();
  return notes === '' ? undefined : notes;
}

/** The changelog with the unreleased changes under the version and its date (YYYY-MM-DD). */
export function releasedChangelog(changelog: string, newVersion: string, date: string): string {
  return changelog.replace(unreleased, `${unreleased}\n\n## [${newVersion}] - ${date}`);
}

/** A package.json or package-lock.json with the version of every workspace of this project replaced. */
export function withVersion(json: string, newVersion: string): string {
  const value: unknown = JSON.parse(json);
  const own = (name: unknown): boolean =>
    typeof name === 'string' && (name === 'interlude' || name.startsWith('@interlude/'));
  const isRecord = (part: unknown): part is Record<string, unknown> =>
    typeof part === 'object' && part !== null && !Array.isArray(part);
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (!isRecord(part)) return part;
    const entries = Object.entries(part).map(([key, inner]) => [key, visit(inner)]);
    const copy: Record<string, unknown> = Object.fromEntries(entries);
    return own(part['name']) && 'version' in part ? { ...copy, version: newVersion } : copy;
  };
  return `${JSON.stringify(visit(value), null, 2)}\n`;
}

export interface ReleasedFile {
  readonly name: string;
  /** Hex. */
  readonly sha256: string;
}

/** As `sha256sum --check` reads it. */
export function checksumText(files: readonly ReleasedFile[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

export interface ProvenanceFacts {
  readonly subjects: readonly ReleasedFile[];
  readonly version: string;
  /** Address of the repository. */
  readonly repository: string;
  readonly commit: string;
  /** URI of the builder. */
  readonly builder: string;
  /** Files that name everything that was installed, with their hashes. */
  readonly lockFiles: readonly ReleasedFile[];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** An in-toto Statement v1 with a SLSA Provenance v1 predicate (https://slsa.dev/spec/v1.0/provenance). */
export function provenance(facts: ProvenanceFacts) {
  const digest = ({ name, sha256 }: ReleasedFile) => ({ name, digest: { sha256 } });
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: facts.subjects.map(digest),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${facts.repository}/blob/${facts.commit}/tools/release.ts`,
        externalParameters: { version: facts.version },
        resolvedDependencies: [
          { uri: `git+${facts.repository}@${facts.commit}`, digest: { gitCommit: facts.commit } },
          ...facts.lockFiles.map(digest),
        ],
      },
      runDetails: {
        builder: { id: facts.builder },
        metadata: { startedOn: facts.startedAt, finishedOn: facts.finishedAt },
      },
    },
  };
}
