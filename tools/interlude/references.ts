/** References of a channel by name: the SSAI cluster that plays it, and a playlist that is its source. */
import { type Existing, isValues, type Values } from './kinds.ts';

export const playlistOutputs = ['hls', 'dash', 'mrss', 'json'] as const;
export type PlaylistOutput = (typeof playlistOutputs)[number];

export interface PlaylistReference {
  readonly playlist: string;
  readonly output: PlaylistOutput;
}

/** Settings of a channel that may be the output of a playlist. */
export const playlistFields = ['sourceManifestUrl', 'trueSourceUrl'] as const;

/** Placeholder for a reference while a schema parses the other fields. */
const standIn = 'https://playlist.invalid/';

function asReference(value: unknown): PlaylistReference | string | undefined {
  if (!isValues(value)) return undefined;
  const { playlist, output, ...more } = value;
  const known = playlistOutputs.find((name) => name === output);
  if (typeof playlist !== 'string' || known === undefined || Object.keys(more).length > 0)
    return `a playlist is {playlist: its name, output: ${playlistOutputs.join(' | ')}}`;
  return { playlist, output: known };
}

export interface TakenReferences {
  /** With ids and addresses that a schema can read. */
  readonly values: Values;
  readonly system: string;
  readonly playlists: ReadonlyMap<string, PlaylistReference>;
  readonly problems: readonly string[];
}

/** The references of a channel's document, taken out of it. */
export function takeReferences({ system, ...given }: Values): TakenReferences {
  const problems: string[] = [];
  const playlists = new Map<string, PlaylistReference>();
  const values: Record<string, unknown> = { ...given };
  for (const field of playlistFields) {
    const reference = asReference(given[field]);
    if (reference === undefined) continue;
    values[field] = standIn;
    if (typeof reference === 'string') problems.push(`${field}: ${reference}`);
    else playlists.set(field, reference);
  }
  const isText = system === undefined || typeof system === 'string';
  if (!isText) problems.push('system: it is the name of an SSAI cluster');
  if (system !== undefined && (given['systemId'] ?? '') !== '')
    problems.push('systemId: system names the cluster already');
  return { values, playlists, problems, system: isText ? (system ?? '') : '' };
}

/** The references in their places, of settings that a schema has read. */
export function putReferences(settings: Values, taken: TakenReferences): Values {
  return { ...settings, system: taken.system, ...Object.fromEntries(taken.playlists) };
}

/** Rows whose name is unique; an ambiguous name is not resolved. */
export function uniquelyNamed<Row extends { readonly name: string }>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.filter(({ name }) => counts.get(name) === 1);
}

/** Resolves names to ids and addresses, of existing or also of planned resources. */
export interface Names {
  readonly systemIdOf: (name: string) => string | undefined;
  readonly playlistUrlOf: (reference: PlaylistReference) => string | undefined;
}

/**
 * A channel with ids and addresses in place of its references.
 * @param missing called with a problem for each name that is not found
 */
export function resolveReferences(
  { system, ...values }: Values,
  names: Names,
  missing: (problem: string) => void,
): Values {
  const resolved: Record<string, unknown> = { ...values };
  if (typeof system === 'string' && system !== '') {
    const id = names.systemIdOf(system);
    if (id === undefined)
      missing(`system: there is no SSAI cluster ${JSON.stringify(system)}, or more than one`);
    else resolved['systemId'] = id;
  }
  for (const field of playlistFields) {
    const reference = asReference(values[field]);
    if (reference === undefined || typeof reference === 'string') continue;
    const url = names.playlistUrlOf(reference);
    const { playlist, output } = reference;
    if (url === undefined)
      missing(
        `${field}: there is no playlist ${JSON.stringify(playlist)} that this key may read, or more than one`,
      );
    else if (url === '')
      missing(`${field}: the playlist ${JSON.stringify(playlist)} has no ${output}`);
    else resolved[field] = url;
  }
  return resolved;
}

/** Names of the systems and playlists that channels may refer to. */
export interface KnownIds {
  /** Names of SSAI clusters by id. */
  readonly systems: ReadonlyMap<string, string>;
  /** Outputs of playlists by address. */
  readonly playlists: ReadonlyMap<string, PlaylistReference>;
}

/** True when a channel, with its ids and addresses, refers to this cluster or playlist. */
export function isReferredTo(
  { kind, id, raw }: Pick<Existing, 'kind' | 'id' | 'raw'>,
  channel: Values,
): boolean {
  if (kind === 'system') return channel['systemId'] === id;
  const outputs = isValues(raw['outputUris']) ? Object.values(raw['outputUris']) : [];
  return playlistFields.some((field) => {
    const url = channel[field];
    return url !== '' && url !== undefined && outputs.includes(url);
  });
}

/** A channel with names in place of its ids; unknown ids stay. */
export function nameReferences(settings: Values, { systems, playlists }: KnownIds): Values {
  const system = systems.get(String(settings['systemId'] ?? ''));
  const named: Record<string, unknown> = { ...settings, system: system ?? '' };
  if (system !== undefined) named['systemId'] = '';
  for (const field of playlistFields) {
    const reference = playlists.get(String(settings[field] ?? ''));
    if (reference !== undefined) named[field] = reference;
  }
  return named;
}
