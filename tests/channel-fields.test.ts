/** The descriptors of the channel's settings against the channel itself and the tests of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelSettingList, channelSettings } from '@interlude/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');

/** The schema without wrappers for optional values and defaults. */
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

/** `adSource.url`, `preRoll.adSource.url`, …; JSON of any shape or a list is one field. */
function fieldsOf(schema: unknown, path: string): string[] {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) {
    return [path];
  }
  return Object.entries(inner.shape).flatMap(([name, part]) =>
    fieldsOf(part, path === '' ? name : `${path}.${name}`),
  );
}

test('CHE-004 each field of a channel has one descriptor', () => {
  const fields = fieldsOf(channelSettings, '').toSorted();
  expect(fields.length).toBeGreaterThan(90);
  expect(channelSettingList.map(({ path }) => path).toSorted()).toEqual(fields);
});

test.each(channelSettingList)('CHE-004 the proof of $path names tests that exist', ({ proof }) => {
  for (const each of proof) {
    const [path = '', name = ''] = each.split(' › ');
    const file = join(root, path);
    expect(existsSync(file), path).toBe(true);
    const named = readFileSync(file, 'utf8').replaceAll("\\'", "'");
    expect(named.includes(name), `${path} has a test named: ${name}`).toBe(true);
  }
});
