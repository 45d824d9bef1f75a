/** Documents of files ⇄ resources. */
import { type FieldDifference, fieldDifferences, type SecretSetting } from '@interlude/contract';
import {
  defaultsOf,
  type Entry,
  isEqual,
  isKind,
  isValues,
  type Kind,
  kinds,
  schemas,
  secretsOf,
  type Values,
  withOrderedLists,
} from './kinds.ts';
import { putReferences, takeReferences } from './references.ts';
import { hasCredentials, readSecrets, type SecretText } from './secret-texts.ts';

export interface FileDocument {
  /** `folder/file.yaml:3`. */
  readonly place: string;
  readonly value: unknown;
}

/** A resource as a document describes it. */
export interface Wanted extends Entry {
  readonly place: string;
  readonly secrets: readonly SecretSetting[];
  readonly secretTexts: ReadonlyMap<string, SecretText>;
}

export type ReadDocument =
  | { readonly wanted: Wanted }
  | { readonly wanted?: undefined; readonly problems: readonly string[] };

/** Paths of fields that the schema dropped: zod ignores unknown fields, and a misspelt one must be an error. */
function unknownFields(given: unknown, taken: unknown, path = ''): string[] {
  if (Array.isArray(given) && Array.isArray(taken))
    return given.flatMap((inner, at) => unknownFields(inner, taken[at], `${path}.${at}`));
  if (!isValues(given)) return [];
  if (!isValues(taken)) return [];
  return Object.entries(given).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(taken, name) ? unknownFields(inner, taken[name], here) : [here];
  });
}

/** Written in one way, so that equal settings are equal. */
export function withUsualForms(kind: Kind, values: Values): Values {
  const { startDate, ...rest } = values;
  const ordered = withOrderedLists(
    kind === 'playlist' && typeof startDate === 'string'
      ? { ...rest, startDate: new Date(startDate).toISOString() }
      : values,
  );
  return isValues(ordered) ? ordered : {};
}

const noReferences = { system: '', playlists: new Map(), problems: [] } as const;

/** The resource that a document describes, or its problems. */
export function readDocument({ place, value }: FileDocument): ReadDocument {
  const refuse = (problems: readonly string[]) => ({
    problems: problems.map((problem) => `${place}: ${problem}`),
  });
  if (!isValues(value)) return refuse(['a document is a mapping with kind and name']);
  const { kind, ...given } = value;
  if (!isKind(kind)) return refuse([`kind: choose one of ${kinds.join(', ')}`]);
  const taken =
    kind === 'channel' ? takeReferences(given) : { ...noReferences, values: { ...given } };
  const secrets = secretsOf(kind, taken.values);
  const read = readSecrets(secrets, taken.values);
  const problems = [...taken.problems, ...read.problems];
  if (hasCredentials(secrets, read.values))
    problems.push('credentials stand in an address that keeps them no secret: remove them');
  const parsed = schemas[kind].safeParse(read.values);
  if (!parsed.success) {
    const found = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return refuse([...problems, ...found]);
  }
  const settings: Values = isValues(parsed.data) ? parsed.data : {};
  const unknown = unknownFields(read.values, settings);
  problems.push(...unknown.map((field) => `${field}: a ${kind} has no such field`));
  if (problems.length > 0) return refuse(problems);
  const whole = kind === 'channel' ? putReferences(settings, taken) : settings;
  const { category: _, ...values } = withUsualForms(kind, whole);
  const name = String(values['name']);
  return { wanted: { kind, name, values, place, secrets, secretTexts: read.texts } };
}

/** Without values that equal the defaults. */
function withoutDefaults(values: Values, defaults: Values): Values {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const usual = defaults[name];
    if (isEqual(value, usual)) return [];
    const isInner = isValues(value) && isValues(usual);
    return [[name, isInner ? withoutDefaults(value, usual) : value] as const];
  });
  return Object.fromEntries(entries);
}

/** The document of a resource: kind, name, and the values that differ from a new resource's. */
export function toDocument({ kind, name, values }: Entry): Values {
  const defaults = { ...defaultsOf(kind), systemId: '', system: '' };
  const { name: _, ...rest } = values;
  const short = { kind, name, ...withoutDefaults(rest, defaults) };
  const read = readDocument({ place: '', value: short });
  const isWhole = read.wanted !== undefined && isEqual(read.wanted.values, values);
  // Omitting defaults cannot express a record from which a default entry was removed.
  return isWhole ? short : { kind, name, ...withoutEmptyNames(rest) };
}

function withoutEmptyNames(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([name, value]) => !/^system(Id)?$/.test(name) || value !== ''),
  );
}

/** Fields of an entry that are not as in a new one. */
export function givenFields(entry: Entry): readonly FieldDifference[] {
  const { kind: _, name: __, ...fields } = toDocument(entry);
  return fieldDifferences({}, fields);
}
