/**
 * One setting of a channel: its schema and its texts are one object, so that neither exists without the other. The
 * contract, the editor, its search and docs/manual/12-channel-fields.md are made from it.
 */
import { z } from 'zod';
import { type ChannelType, channelTypes } from '../channel-values.ts';
import type { SettingSectionId } from './sections.ts';

export const live: readonly ChannelType[] = ['hls-live', 'dash-live'];
export const vod: readonly ChannelType[] = ['hls-vod', 'dash-vod'];
export const hls: readonly ChannelType[] = ['hls-live', 'hls-vod'];
export const dash: readonly ChannelType[] = ['dash-live', 'dash-vod'];

/** Texts and rules of a setting for the editor. */
export interface SettingText {
  readonly label: string;
  /** Help for the operator: one or two sentences. Ranges and units come from the schema and `unit`. */
  readonly help: string;
  readonly section: SettingSectionId;
  /** Types of channel for which the editor shows it; default all. */
  readonly types?: readonly ChannelType[];
  /** Symbol of the unit, e.g. `s`. */
  readonly unit?: string;
  /** Shown in the empty input. */
  readonly example?: string;
  /** Labels of the values of an enumeration, by value. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Kind of input, where the schema does not determine it. */
  readonly control?: 'url' | 'secret' | 'json-line';
  /** Path of the setting on which it depends: shown while that one is on, or when a search finds it. */
  readonly shownWith?: string;
  /** Path of the JSON setting in which it is edited, without an input of its own. */
  readonly editedIn?: string;
}

export interface SettingDescriptor extends SettingText {
  /** Where it takes effect: one sentence of the manual. */
  readonly effect: string;
  /**
   * Of a setting that is or contains a secret (the values of a record, `user:password@` of an address): paths of the
   * settings that name its destinations. It is sealed, masked, and entered again when a destination is added.
   */
  readonly sentTo?: readonly string[];
  /** `test file › test name` of the tests that show the effect. */
  readonly proof: readonly [string, ...string[]];
}

export interface Setting<Schema extends z.ZodType = z.ZodType> extends SettingDescriptor {
  readonly schema: Schema;
}

/** An object of settings; with a text when it can be edited as a whole, too. */
export interface SettingGroup<
  Tree extends SettingTree = SettingTree,
  Schema extends z.ZodType = z.ZodType,
> {
  readonly schema: Schema;
  readonly settings: Tree;
  readonly whole: SettingText | undefined;
}

/** By wire name. */
export interface SettingTree {
  readonly [name: string]: Setting | SettingGroup;
}

export type ShapeOf<Tree extends SettingTree> = {
  -readonly [Name in keyof Tree]: Tree[Name]['schema'];
};

/** Paths of settings and groups, e.g. `adSource` and `adSource.url`. */
export type PathsOf<Tree extends SettingTree> = {
  [Name in keyof Tree & string]: Tree[Name] extends SettingGroup<infer Inner>
    ? Name | `${Name}.${PathsOf<Inner>}`
    : Name;
}[keyof Tree & string];

export function setting<Schema extends z.ZodType>(
  schema: Schema,
  descriptor: SettingDescriptor,
): Setting<Schema> {
  return { schema, ...descriptor };
}

/** @param build makes the schema of the object from the schemas of its settings */
export function settingGroup<Tree extends SettingTree, Schema extends z.ZodType>(
  settings: Tree,
  build: (shape: ShapeOf<Tree>) => Schema,
  whole?: SettingText,
): SettingGroup<Tree, Schema> {
  return { settings, schema: build(shapeOf(settings)), whole };
}

/** The schemas of settings, for `z.object`. */
export function shapeOf<Tree extends SettingTree>(settings: Tree): ShapeOf<Tree> {
  const schemas = Object.entries(settings).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas);
}

export function isGroup(entry: Setting | SettingGroup): entry is SettingGroup {
  return 'settings' in entry;
}

/** Whether the editor shows a setting for a channel of this type. */
export function isShownFor({ types = channelTypes }: SettingText, type: ChannelType): boolean {
  return types.includes(type);
}

export type SettingInput =
  | { readonly kind: 'text' | 'url' | 'secret' | 'switch' | 'json' | 'json-line' }
  | { readonly kind: 'choice' | 'choices'; readonly values: readonly string[] }
  | {
      readonly kind: 'number';
      readonly min: number | undefined;
      readonly max: number | undefined;
      readonly whole: boolean;
      /** Emptied, the value is null. */
      readonly nullable: boolean;
    };

/** How a value of this schema is entered, with the limits that the schema has. */
export function inputOf(schema: z.ZodType, control?: SettingText['control']): SettingInput {
  if (control !== undefined) return { kind: control };
  const { inner, nullable } = unwrap(schema);
  if (inner instanceof z.ZodBoolean) return { kind: 'switch' };
  if (inner instanceof z.ZodEnum) return { kind: 'choice', values: inner.options.map(String) };
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodEnum) {
    return { kind: 'choices', values: inner.element.options.map(String) };
  }
  if (inner instanceof z.ZodNumber) {
    const { minValue, maxValue, isInt } = inner;
    return { kind: 'number', min: finite(minValue), max: finite(maxValue), whole: isInt, nullable };
  }
  if (inner instanceof z.ZodArray) return { kind: 'json-line' };
  return { kind: inner instanceof z.ZodString ? 'text' : 'json' };
}

function unwrap(schema: unknown, nullable = false): { inner: unknown; nullable: boolean } {
  if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap(), true);
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional
  ) {
    return unwrap(schema.unwrap(), nullable);
  }
  return { inner: schema, nullable };
}

/** zod gives the safe integers as the limits of a number that has none. */
function finite(limit: number | null): number | undefined {
  return limit === null || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit;
}
