import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULE_GUIDES } from './rule-guides.ts';
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

  it('names clause, severity and advice of each, and of no other', () => {
    expect(Object.keys(RULE_GUIDES)).toEqual(Object.keys(AUDIT_RULES));
    for (const { clause, advice } of Object.values(RULE_GUIDES)) {
      expect(clause).toMatch(/^(RFC 8216|ISO\/IEC 23009-1|DASH-IF IOP|VAST 4)/);
      expect(advice).toMatch(/^[A-Z].*\.$/);
    }
  });
});
