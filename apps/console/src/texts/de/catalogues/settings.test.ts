import { systemType, systemTypeNames } from '@interlude/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsOf } from '../../../features/systems/system-schema.ts';
import { formatWith } from '../../format-with.ts';
import { known } from '../../t.ts';
import { setTranslation } from '../../written.ts';
import { appTexts } from '../all.ts';
import { severalPagesTexts } from '../frame/several-pages.ts';
import { settingsTexts } from './settings.ts';

const german: Readonly<Record<string, string>> = { ...severalPagesTexts, ...settingsTexts };

describe('settings of systems in German', () => {
  afterEach(() => setTranslation(undefined));

  it.each(systemTypeNames)('ADR 0052: every text of the type %s has German', (name) => {
    const { label, about, settings } = systemType(name);
    const texts = [label, about, ...settings.flatMap((each) => [each.label, each.help ?? ''])];
    const missing = texts.filter((text) => text !== '' && !Object.hasOwn(german, text));
    expect(missing).toEqual([]);
  });

  it('SYS-004: a field of a schema has its German label and help', () => {
    setTranslation(formatWith('de', appTexts));
    const properties = {
      bucket: { title: 'Prefix', description: 'Of the account or a sub-organisation.' },
    };
    expect(settingsOf('s3', { properties })[0]).toMatchObject({
      label: 'Präfix',
      help: 'Des Kontos oder einer Unterorganisation.',
    });
  });

  it('ADR 0052: braces of an address stay in it', () => {
    setTranslation(formatWith('de', appTexts));
    expect(known('Empty = https://{account}.blob.core.windows.net.')).toBe(
      'Leer = https://{account}.blob.core.windows.net.',
    );
  });
});
