/**
 * Registers the result: a media per manifest, and the channel asset. The rows are written with the end of the job, in
 * one transaction.
 */
import { domainError } from '@interlude/contract/errors';
import type { EncodedPackage } from '@interlude/media-engine';
import type { NewStoredMedia } from '@interlude/persistence';
import type { StoredPackage, Task } from './task.ts';
import { requireArtifact } from './task.ts';

interface Described {
  readonly made: EncodedPackage;
  readonly stored: StoredPackage;
  readonly name: string;
  readonly titleId: string;
  readonly jobId: string;
}

function mediasOf({ made, stored, name, titleId, jobId }: Described): NewStoredMedia[] {
  return made.manifests.map(({ kind, container, path }) => ({
    name: `${name} (${kind.toUpperCase()}, ${container.toUpperCase()})`.slice(0, 300),
    type: 'deliverable',
    contentType: 'video',
    titleId,
    url: stored.urlOf(path),
    externalResourceId: jobId,
    externalResourceType: 'job',
    createdBySystemId: stored.systemId,
    ext: kind === 'hls' ? 'm3u8' : 'mpd',
    file: {
      systemId: stored.systemId,
      key: stored.folder,
      // The folder counts as one file: its bytes are charged once.
      sizeBytes: made.bytes,
    },
  }));
}

export const register: Task = async ({ run, artifacts }) => {
  const stored = requireArtifact(artifacts.stored, 'stored');
  const { package: made } = requireArtifact(artifacts.encoded, 'package');
  const { titleId, jobId, name } = run;
  const medias = mediasOf({ made, stored, name, titleId, jobId });
  if (medias.length === 0) throw domainError('PACKAGE_FAULTY', { reason: 'it has no manifest' });
  const urlOf = (kind: string) => {
    const manifest = made.manifests.find((candidate) => candidate.kind === kind);
    return manifest === undefined ? '' : stored.urlOf(manifest.path);
  };
  const asset =
    run.clipId === ''
      ? undefined
      : {
          hlsUrl: urlOf('hls'),
          dashUrl: urlOf('dash'),
          storageSystemId: stored.systemId,
          storageKey: stored.folder,
          sizeBytes: made.bytes,
          durationMs: Math.round(made.durationSeconds * 1_000),
        };
  artifacts.result = { medias, asset };
  return { message: `${medias.length} ${medias.length === 1 ? 'media' : 'medias'}.` };
};
