/** Kinds of resources in files: schema, secrets, defaults. */
import {
  channelInput,
  channelSecrets,
  playlistInput,
  type SecretSetting,
  systemInput,
  systemSecrets,
  systemType,
  systemTypeNames,
} from '@interlude/contract';
import type { z } from 'zod';

/** In the order in which they are made: a channel names playlists and systems. */
export const kinds = ['system', 'playlist', 'channel'] as const;
export type Kind = (typeof kinds)[number];

export type Values = Readonly<Record<string, unknown>>;

/** A resource in the form of the files: every field, names for ids, placeholders for secrets. */
export interface Entry {
  readonly kind: Kind;
  readonly name: string;
  readonly values: Values;
}

/** A resource of the platform. */
export interface Existing extends Entry {
  readonly id: string;
  readonly updatedAt: string;
  /** Of a system that the platform made: it can be changed, and neither added nor deleted. */
  readonly isBuiltIn: boolean;
  /** The answer of the API. */
  readonly raw: Values;
}

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value);
}

/** Schemas of the bodies of POST. */
export const schemas: Readonly<Record<Kind, z.ZodType>> = {
  system: systemInput,
  playlist: playlistInput,
  channel: channelInput,
};

/** The secret settings of a resource, by their paths in its body. */
export function secretsOf(kind: Kind, { type }: Values): readonly SecretSetting[] {
  if (kind === 'channel') return channelSecrets;
  const name = systemTypeNames.find((known) => known === type);
  if (kind === 'playlist' || name === undefined) return [];
  const below = (path: string) => `settings.${path}`;
  return systemSecrets(name).map(({ path, kind: form, sentTo }) => ({
    ...{ path: below(path), kind: form, sentTo: sentTo.map(below) },
  }));
}

/** True for types whose systems the platform creates itself, one each. */
export function isBuiltInType(type: unknown): boolean {
  const name = systemTypeNames.find((known) => known === type);
  return name !== undefined && systemType(name).builtIn === true;
}

const needed: Readonly<Record<Kind, Values>> = {
  system: {},
  playlist: { name: 'any' },
  channel: { name: 'any', sourceManifestUrl: 'https://any.example/' },
};

/** Values of fields that a document omits. A system has no field with a default but its settings. */
export function defaultsOf(kind: Kind): Values {
  if (kind === 'system') return { settings: {} };
  const parsed = schemas[kind].parse(needed[kind]);
  const defaults: Values = isValues(parsed) ? parsed : {};
  const given = Object.keys(needed[kind]);
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.includes(name)));
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isValues(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** True for equal JSON, whatever the order of keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Lists with the keys of their objects in order: the database does not keep it. */
export function withOrderedLists(value: unknown): unknown {
  if (Array.isArray(value)) return sorted(value);
  if (!isValues(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withOrderedLists(inner)]));
}

/** The value with `change` applied to each text in it. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change));
  if (!isValues(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, inner]) => [name, mapTexts(inner, change)]));
}
