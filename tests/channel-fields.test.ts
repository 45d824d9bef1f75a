/**
 * docs/manual/12-channel-fields.md against the channel itself: each field that an operator may set has a line
 * that says what it does, and names tests that are there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelSettings } from '@interlude/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const manual = readFileSync(join(root, 'docs/manual/12-channel-fields.md'), 'utf8');

/** Without what only says whether a value must be there, or what it is when it is not. */
function bare(schema: unknown): unknown {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  ) {
    return bare(schema.unwrap());
  }
  return schema;
}

/** `adSource.url`, `preRoll.adSource.url`, …; what is a value of its own, JSON or a list, is one field. */
function fieldsOf(schema: unknown, path: string): string[] {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) {
    return [path];
  }
  return Object.entries(inner.shape).flatMap(([name, part]) =>
    fieldsOf(part, path === '' ? name : `${path}.${name}`),
  );
}

interface Line {
  readonly field: string;
  readonly effect: string;
  readonly proofs: readonly (readonly [path: string, name: string])[];
}

const lines = manual.split('\n').flatMap((text): Line[] => {
  const [, field, effect = '', proof = ''] = /^\| `([\w.]+)` \| (.+) \| (.+) \|$/.exec(text) ?? [];
  const proofs = [...proof.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` › `([^`]+)`/g)].map(
    ([, path = '', name = '']) => [path, name] as const,
  );
  return field === undefined ? [] : [{ field, effect, proofs }];
});

test('CHE-004 each field of a channel has one line in the manual, and no line is of a field that is gone', () => {
  const fields = fieldsOf(channelSettings, '').toSorted();
  expect(fields.length).toBeGreaterThan(90);
  expect(lines.map(({ field }) => field).toSorted()).toEqual(fields);
});

test.each(lines)('CHE-004 what $field does is told, and proven by tests that are there', (line) => {
  expect(line.effect.trim().length).toBeGreaterThan(10);
  expect(line.proofs.length).toBeGreaterThan(0);
  for (const [path, name] of line.proofs) {
    const file = join(root, path);
    expect(existsSync(file), path).toBe(true);
    const named = readFileSync(file, 'utf8').replaceAll("\\'", "'");
    expect(named.includes(name), `${path} has a test named: ${name}`).toBe(true);
  }
});
