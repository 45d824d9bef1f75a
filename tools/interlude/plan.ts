/** The plan: changes after which the platform is as the files describe it. Pure: nothing is read or sent. */
import {
  type FieldDifference,
  fieldDifferences,
  isSentElsewhere,
  type SecretSetting,
  secretPlaceholder,
  secretText,
  settingValue,
  systemType,
  systemTypeNames,
} from '@interlude/contract';
import { resolvedBody } from './bodies.ts';
import type { Wanted } from './documents.ts';
import {
  type Entry,
  type Existing,
  isBuiltInType,
  isValues,
  type Kind,
  kinds,
  type Values,
} from './kinds.ts';
import { type NameBook, nameBook } from './name-book.ts';
import type { Platform } from './platform.ts';
import { isReferredTo } from './references.ts';
import { type Environment, expand, missingVariables, secretId } from './secret-texts.ts';

export type Change =
  | { readonly action: 'create'; readonly wanted: Wanted }
  | {
      readonly action: 'change';
      readonly wanted: Wanted;
      readonly existing: Existing;
      readonly differences: readonly FieldDifference[];
      /** Secrets that the files have anew. */
      readonly secrets: readonly string[];
    }
  | { readonly action: 'delete'; readonly existing: Existing };

export interface Plan {
  /** In the order in which they are carried out. */
  readonly changes: readonly Change[];
  readonly equal: number;
  /** On the platform and in no file: they stay. */
  readonly unlisted: readonly Existing[];
  /** Sentences; a plan with problems is not applied. */
  readonly problems: readonly string[];
}

export interface PlanOptions {
  readonly only: readonly Kind[] | undefined;
  readonly prune: boolean;
  /** Writes the secrets of variables, though there are stored ones. */
  readonly secrets: boolean;
  readonly environment: Environment;
}

const quoted = (name: string) => JSON.stringify(name);

function doublesOf(wanted: readonly Wanted[]): string[] {
  const places = new Map<string, string>();
  return wanted.flatMap(({ kind, name, place, values: { type } }) => {
    const isBuiltIn = kind === 'system' && isBuiltInType(type);
    const key = isBuiltIn ? `the system of type ${String(type)}` : `${kind} ${quoted(name)}`;
    const before = places.get(key);
    if (before !== undefined) return [`${place}: ${key} stands at ${before} already`];
    places.set(key, place);
    return [];
  });
}

/** Resources that a document describes: those of its name; for a built-in type, the one system of that type. */
function matching({ kind, name, values }: Wanted, existing: readonly Existing[]): Existing[] {
  const isBuiltIn = kind === 'system' && isBuiltInType(values['type']);
  return existing.filter((one) =>
    one.kind === kind && isBuiltIn
      ? one.isBuiltIn && one.values['type'] === values['type']
      : one.kind === kind && one.name === name && !one.isBuiltIn,
  );
}

/** Replaces an empty address of a system by the default of its type. */
function withUsualAddresses(kind: Kind, body: Values): Values {
  const { type, settings } = body;
  const name = systemTypeNames.find((known) => known === type);
  if (kind !== 'system' || name === undefined || !isValues(settings)) return body;
  const usual = systemType(name).settings.flatMap(({ name: field, emptyMeans }) =>
    emptyMeans === undefined || (settings[field] ?? '') !== ''
      ? []
      : [[field, emptyMeans] as const],
  );
  return { ...body, settings: { ...settings, ...Object.fromEntries(usual) } };
}

/** Each secret of a document, with its setting and, of a record, its name. */
function* secretsIn({ secrets, secretTexts, values }: Wanted) {
  for (const secret of secrets) {
    const value = settingValue(values, secret.path);
    const names = secret.kind === 'values' && isValues(value) ? Object.keys(value) : [''];
    for (const name of names) {
      const text = secretTexts.get(secretId(secret, name));
      if (text !== undefined) yield { secret, name, text, id: secretId(secret, name) };
    }
  }
}

const storedText = (secret: SecretSetting, existing: Existing | undefined, name: string) =>
  existing === undefined ? '' : secretText(secret, settingValue(existing.raw, secret.path), name);

/** Problems of kept secrets: one has to be stored, and may not go to another address than before. */
function keptProblems(wanted: Wanted, existing: Existing | undefined, body: Values): string[] {
  const found: string[] = [];
  for (const { secret, name, text, id } of secretsIn(wanted)) {
    if (text.template !== undefined) continue;
    if (storedText(secret, existing, name) === '')
      found.push(`${id}: nothing is stored to be kept`);
    else if (
      existing !== undefined &&
      isSentElsewhere(
        secret,
        withUsualAddresses(wanted.kind, body),
        withUsualAddresses(wanted.kind, existing.raw),
      )
    )
      found.push(`${id}: the stored secret is not sent to another address`);
  }
  return found.map((problem) => `${wanted.place}: ${problem}; name a variable that has the secret`);
}

/**
 * Ids of secrets that differ from the files. A stored secret cannot be read, so it counts as equal unless
 * `options.secrets` sends all of them.
 */
function changedSecrets(wanted: Wanted, existing: Existing, options: PlanOptions): string[] {
  const changed: string[] = [];
  for (const { secret, name, text, id } of secretsIn(wanted)) {
    if (text.template === undefined) continue;
    const stored = storedText(secret, existing, name);
    const isKnown = missingVariables(text.template, options.environment).length === 0;
    if (stored === '') continue;
    const isOther =
      stored === secretPlaceholder
        ? options.secrets
        : isKnown && expand(secret.kind, text.template, options.environment) !== stored;
    if (isOther) changed.push(id);
  }
  return changed;
}

interface PlannedOne {
  readonly problems: readonly string[];
  readonly change?: Change;
  /** With ids for names, as far as there are any. */
  readonly body?: Values;
}

function planOne(
  wanted: Wanted,
  platform: Platform,
  book: NameBook,
  options: PlanOptions,
): PlannedOne {
  const { kind, name, place } = wanted;
  if (platform.hidden.includes(kind))
    return { problems: [`${place}: this key may not read ${kind}s; use one of a SuperAdmin`] };
  const [existing, ...more] = matching(wanted, platform.existing);
  if (more.length > 0)
    return {
      problems: [
        `${place}: there are ${more.length + 1} ${kind}s ${quoted(name)}; rename all but one`,
      ],
    };
  if (existing === undefined && kind === 'system' && isBuiltInType(wanted.values['type']))
    return { problems: [`${place}: a system of this type is made by the platform alone`] };
  const problems: string[] = [];
  const body = resolvedBody(wanted, book.planned, (problem) => {
    problems.push(`${place}: ${problem}`);
  });
  problems.push(...keptProblems(wanted, existing, body));
  if (existing === undefined) return { problems, body, change: { action: 'create', wanted } };
  const differences = fieldDifferences(existing.values, wanted.values);
  const secrets = changedSecrets(wanted, existing, options);
  if (differences.length === 0 && secrets.length === 0) return { problems, body };
  return { problems, body, change: { action: 'change', wanted, existing, differences, secrets } };
}

/** The resource that a change affects. */
export function entryOf(change: Change): Entry {
  return change.action === 'delete' ? change.existing : change.wanted;
}

/** A resource is created before those that refer to it, and deleted after them. */
function rank(change: Change): number {
  const place = kinds.indexOf(entryOf(change).kind);
  return change.action === 'delete' ? kinds.length * 2 - place : place;
}

/**
 * Kinds whose unlisted resources are deleted: those of `--only`, else those that the files have. Systems only when
 * named: reports, storage and counting depend on the built-in ones.
 */
function prunedKinds(wanted: readonly Wanted[], { only, prune }: PlanOptions): readonly Kind[] {
  if (!prune) return [];
  return (
    only ?? kinds.filter((kind) => kind !== 'system' && wanted.some((one) => one.kind === kind))
  );
}

/** Clusters and playlists that would be deleted under a channel that stays. */
function strandedProblems(
  deleted: readonly Existing[],
  staying: readonly (Pick<Entry, 'kind' | 'name'> & Pick<PlannedOne, 'body'>)[],
): string[] {
  const channels = staying.filter(({ kind }) => kind === 'channel');
  return deleted.flatMap((one) => {
    const user = channels.find(({ body = {} }) => isReferredTo(one, body));
    const what = `${one.kind} ${quoted(one.name)}`;
    return user === undefined
      ? []
      : [
          `${what}: channel ${quoted(user.name)} refers to it; give it a file, or apply without --prune`,
        ];
  });
}

/** The plan for these documents. */
export function makePlan(
  documents: readonly Wanted[],
  platform: Platform,
  options: PlanOptions,
): Plan {
  const isMeant = ({ kind }: { readonly kind: Kind }) => options.only?.includes(kind) ?? true;
  const wanted = documents.filter(isMeant);
  const book = nameBook(platform, wanted);
  const planned = wanted.map((one) => ({ ...one, ...planOne(one, platform, book, options) }));
  const matched = new Set(wanted.flatMap((one) => matching(one, platform.existing)));
  const unlisted = platform.existing.filter(
    (one) => isMeant(one) && !one.isBuiltIn && !matched.has(one),
  );
  const pruned = prunedKinds(wanted, options);
  const deleted = unlisted.filter(({ kind }) => pruned.includes(kind));
  const others = platform.existing.filter((one) => !matched.has(one) && !deleted.includes(one));
  const changes = [
    ...planned.flatMap(({ change }) => change ?? []),
    ...deleted.map((existing) => ({ action: 'delete' as const, existing })),
  ];
  return {
    changes: changes.sort((one, other) => rank(one) - rank(other)),
    equal: planned.filter(({ change }) => change === undefined).length,
    unlisted: unlisted.filter((one) => !deleted.includes(one)),
    problems: [
      ...doublesOf(documents),
      ...planned.flatMap(({ problems }) => problems),
      ...strandedProblems(deleted, [
        ...planned,
        ...others.map((one) => ({ ...one, body: one.raw })),
      ]),
    ],
  };
}
