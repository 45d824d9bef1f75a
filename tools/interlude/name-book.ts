/** Resolves names to ids and addresses, of existing resources and of those that the files add. */
import type { Playlist } from '@interlude/contract';
import type { Wanted } from './documents.ts';
import { isValues } from './kinds.ts';
import type { Platform } from './platform.ts';
import { type Names, type PlaylistOutput, playlistOutputs, uniquelyNamed } from './references.ts';

export interface NameBook {
  /** Also of resources that the plan will add. */
  readonly planned: Names;
  /** Of existing resources; added ones are noted as the plan is applied. */
  readonly actual: Names;
  noteSystem(name: string, id: string): void;
  notePlaylist(name: string, outputs: Playlist['outputUris']): void;
}

/** An id or address that is known when the resource is there. */
const later = (name: string) => `https://later.invalid/${encodeURIComponent(name)}`;

export function nameBook(platform: Platform, wanted: readonly Wanted[]): NameBook {
  const systems = new Map([...platform.clusters].map(([id, name]) => [name, id] as const));
  const outputs = new Map<string, Readonly<Record<PlaylistOutput, string>>>();
  const playlists = platform.existing.filter(({ kind }) => kind === 'playlist');
  for (const { name, raw } of uniquelyNamed(playlists)) {
    const { outputUris } = raw;
    const uris = new Map(Object.entries(isValues(outputUris) ? outputUris : {}));
    const uriOf = (output: PlaylistOutput) => [output, String(uris.get(output) ?? '')] as const;
    const all = Object.fromEntries(playlistOutputs.map(uriOf));
    outputs.set(name, all as Record<PlaylistOutput, string>);
  }
  const adds = (kind: Wanted['kind'], name: string) =>
    wanted.find((one) => one.kind === kind && one.name === name);
  const actual: Names = {
    systemIdOf: (name) => systems.get(name),
    playlistUrlOf: ({ playlist, output }) => outputs.get(playlist)?.[output],
  };
  return {
    actual,
    planned: {
      systemIdOf: (name) => {
        const added = adds('system', name)?.values['type'] === 'ssai-cluster';
        return systems.get(name) ?? (added ? later(name) : undefined);
      },
      playlistUrlOf: ({ playlist, output }) => {
        const added = adds('playlist', playlist);
        if (added === undefined) return actual.playlistUrlOf({ playlist, output });
        const isLinear = added.values['type'] === 'vod2live';
        const isFeed = output === 'mrss' || output === 'json';
        if (!isLinear && !isFeed) return '';
        return outputs.get(playlist)?.[output] || later(playlist);
      },
    },
    noteSystem: (name, id) => {
      systems.set(name, id);
    },
    notePlaylist: (name, uris) => {
      outputs.set(name, uris);
    },
  };
}
