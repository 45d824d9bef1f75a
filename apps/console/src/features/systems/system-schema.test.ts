import { systemType, systemTypeNames } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { byteText } from './byte-text.ts';
import { settingsOf, systemChoices } from './system-schema.ts';
import { isChanged, systemBody, typeOfCategory, withType } from './system-values.ts';

describe('the schema of a system', () => {
  it('SYS-003 names types and categories; unknown ones are left out', () => {
    const schema = {
      properties: {
        type: { enum: ['s3', 'cdn', 'teleporter'] },
        category: { enum: ['storage', 'ssai', 'magic'] },
      },
    };
    expect(systemChoices(schema)).toEqual({
      types: ['cdn', 's3'],
      categories: ['ssai', 'storage'],
    });
    expect(systemChoices('nonsense')).toEqual({ types: [], categories: [] });
  });

  it('SYS-004 names the settings of a type, with what kind each is', () => {
    const schema = {
      required: ['a'],
      properties: {
        a: { type: 'string', title: 'A', description: 'Help' },
        key: { type: 'string', format: 'password' },
        address: { type: 'string', format: 'uri' },
        size: { type: 'integer', default: 3 },
        on: { type: 'boolean' },
        kind: { enum: ['x', 'y'], default: 'x' },
      },
    };
    expect(settingsOf('s3', schema)).toEqual([
      { name: 'a', label: 'A', help: 'Help', kind: 'text', required: true },
      { name: 'key', label: 'key', help: '', kind: 'secret', required: false },
      { name: 'address', label: 'address', help: '', kind: 'url', required: false },
      { name: 'size', label: 'size', help: '', kind: 'number', required: false, byDefault: 3 },
      { name: 'on', label: 'on', help: '', kind: 'boolean', required: false },
      {
        name: 'kind',
        label: 'kind',
        help: '',
        kind: 'choice',
        required: false,
        choices: ['x', 'y'],
        byDefault: 'x',
      },
    ]);
  });

  it('SYS-004 SYS-006 a bare schema takes labels and secrets from the catalogue', () => {
    const [key] = settingsOf('azure', { properties: { storageKey: { type: 'string' } } });
    expect(key).toMatchObject({ label: 'Storage key', kind: 'secret' });
  });
});

describe('the values of the form', () => {
  const stored = { name: 'A', type: 's3', settings: { bucket: 'b' } } as const;

  it('SYS-002 the stored settings come back with the stored type', () => {
    const other = withType(stored, 'azure', stored);
    expect(other.settings).toEqual({});
    expect(withType(other, 's3', stored)).toEqual(stored);
    expect(isChanged(stored, stored)).toBe(false);
    expect(isChanged(other, stored)).toBe(true);
  });

  it('SYS-003 a category takes its first type, unless the type is of it', () => {
    expect(typeOfCategory('storage', 'bitmovin', systemTypeNames)).toBe('local');
    expect(typeOfCategory('storage', 's3', systemTypeNames)).toBe('s3');
  });

  it('SYS-004 defaults are sent, names and values trimmed, settings of other types left out', () => {
    const { settings } = systemType('ffmpeg');
    const values = { name: ' E ', type: 'ffmpeg', settings: { bucket: 'b' } } as const;
    expect(systemBody(values, settings)).toEqual({
      name: 'E',
      type: 'ffmpeg',
      category: 'encoder',
      settings: { engine: 'auto' },
    });
  });

  it('reads bytes as people do', () => {
    expect([0, 999, 1_400_000_000].map(byteText)).toEqual(
      [
        ['byte', 0],
        ['byte', 999],
        ['gigabyte', 1.4],
      ].map(([unit, value]) =>
        new Intl.NumberFormat(undefined, { style: 'unit', unit: String(unit) }).format(
          Number(value),
        ),
      ),
    );
  });
});
