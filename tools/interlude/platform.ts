/** Reads the resources of a company from the platform, in the form of the files. */
import { hasCode, type Interlude } from '@interlude/client';
import type { Channel, Playlist, System } from '@interlude/contract';
import { withUsualForms } from './documents.ts';
import { type Existing, type Kind, kinds, secretsOf, type Values } from './kinds.ts';
import {
  type KnownIds,
  nameReferences,
  type PlaylistReference,
  playlistOutputs,
  uniquelyNamed,
} from './references.ts';
import { maskAll } from './secret-texts.ts';

export interface Platform {
  readonly existing: readonly Existing[];
  /** Kinds that the role of the key may not read. */
  readonly hidden: readonly Kind[];
  /** Names of SSAI clusters by id, as far as each is the name of one; every role may see them. */
  readonly clusters: ReadonlyMap<string, string>;
}

const everything = { query: { limit: -1, sort: 'name' } };

/** @returns undefined: not with this key */
async function ifPermitted<Rows>(rows: Promise<Rows>): Promise<Rows | undefined> {
  try {
    return await rows;
  } catch (error) {
    if (hasCode(error, 'ROLE_FORBIDDEN')) return undefined;
    throw error;
  }
}

type Answered = Channel | Playlist | System;

/** @param values the fields of the answer that a file may have */
function existing(kind: Kind, raw: Answered, values: Values): Existing {
  const { id, name, updatedAt } = raw;
  const shown = withUsualForms(kind, maskAll(secretsOf(kind, values), values));
  const isBuiltIn = 'builtIn' in raw && raw.builtIn;
  return { kind, id, name, updatedAt, isBuiltIn, values: shown, raw: { ...raw } };
}

function systemEntry(system: System): Existing {
  const { name, type, settings } = system;
  return existing('system', system, { name, type, settings });
}

function playlistEntry(playlist: Playlist): Existing {
  const { id: _, createdAt: __, updatedAt: ___, outputUris: ____, ...settings } = playlist;
  return existing('playlist', playlist, settings);
}

function channelEntry(channel: Channel, ids: KnownIds): Existing {
  const {
    id: _,
    tenant: _tenant,
    outputUri: __,
    createdAt: ___,
    updatedAt: ____,
    ...settings
  } = channel;
  const entry = existing('channel', channel, settings);
  return { ...entry, values: nameReferences(entry.values, ids) };
}

function outputsOf(playlists: readonly Playlist[]): Map<string, PlaylistReference> {
  return new Map(
    uniquelyNamed(playlists).flatMap(({ name, outputUris }) =>
      playlistOutputs
        .filter((output) => outputUris[output] !== '')
        .map((output) => [outputUris[output], { playlist: name, output }] as const),
    ),
  );
}

/** Everything that files can configure, as far as the key may read it. */
export async function readPlatform(interlude: Interlude): Promise<Platform> {
  const [summaries, systems, playlists, channels] = await Promise.all([
    interlude.systems.listSummary(),
    ifPermitted(interlude.systems.list(everything)),
    ifPermitted(interlude.playlists.list(everything)),
    interlude.channels.list(everything),
  ]);
  const named = uniquelyNamed(summaries.filter(({ type }) => type === 'ssai-cluster'));
  const clusters = new Map(named.map(({ id, name }) => [id, name] as const));
  const ids = { systems: clusters, playlists: outputsOf(playlists ?? []) };
  const read = { system: systems, playlist: playlists, channel: channels };
  return {
    clusters,
    hidden: kinds.filter((kind) => read[kind] === undefined),
    existing: [
      ...(systems ?? []).map(systemEntry),
      ...(playlists ?? []).map(playlistEntry),
      ...channels.map((channel) => channelEntry(channel, ids)),
    ],
  };
}
