import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_RULES } from './rules.ts';

const folder = import.meta.dirname;
const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

describe('the catalogue of rules', () => {
  it.each(Object.keys(AUDIT_RULES))('%s is shown to find a planted fault', (rule) => {
    expect(tests).toMatch(
      new RegExp(`it(?:\\.each\\([^)]*\\))?\\('(?:[HDB]\\d+ )*${rule} (?:[HDB]\\d+ )*finds`),
    );
  });
});
