import { shippedReports } from '@interlude/reporting';
import { afterEach, describe, expect, it } from 'vitest';
import { resolvedReport } from '../components/reports/card-settings.ts';
import { figuresTexts } from './de/catalogues/figures.ts';
import { loadLanguage } from './reader-language.ts';
import { known } from './t.ts';

afterEach(() => loadLanguage('en'));

describe('German of reports', () => {
  it('German has the help of every shipped report, and no other', () => {
    const shipped = shippedReports.flatMap(({ helpTexts }) => helpTexts);
    expect(Object.keys(figuresTexts).sort()).toEqual([...new Set(shipped)].sort());
  });

  it('a help text keeps its elements in German', () => {
    const tags = (html: string) => (html.match(/<[^>]*>/g) ?? []).join('');
    for (const [english, german] of Object.entries(figuresTexts)) {
      expect(tags(german), english).toBe(tags(english));
    }
  });

  it('a report has its title in the language of its reader', async () => {
    const [first] = shippedReports;
    if (first === undefined) throw new Error('no report');
    expect(resolvedReport('own', first.definition).definition.title).toBe('Main KPI');
    await loadLanguage('de', 'app');
    expect(resolvedReport('own', first.definition).definition.title).toBe('Kennzahlen');
  });

  it('a title of a strange system is shown as it is', async () => {
    await loadLanguage('de', 'app');
    expect(known('Of the other system')).toBe('Of the other system');
  });
});
