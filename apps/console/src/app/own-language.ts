/** The language of the person, else of the company (ADR 0056): learnt from the server, kept by the browser. */
import { defaultLanguage, type Language } from '@interlude/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { metadataQuery } from '../components/app-metadata/metadata-query.ts';
import { chooseLanguage, readerLanguage } from '../texts/reader-language.ts';
import { companiesQuery } from './companies-query.ts';
import { useSession } from './session.ts';

/** Milliseconds for which the message of a save stays visible before the page is reloaded. */
const shownMs = 600;

interface Browser {
  readonly kept: () => Language;
  readonly keep: (language: Language) => void;
  readonly reload: () => void;
}

const browser: Browser = {
  kept: () => readerLanguage(),
  keep: (language) => chooseLanguage(language),
  reload: () => void setTimeout(() => location.reload(), shownMs),
};

/**
 * Reloads the page when the language is not the one that it was loaded in: constants of modules hold translated texts.
 * At most once: a browser without storage keeps its language, and so does one that could not load the texts.
 */
export function applyLanguage(language: Language, { kept, keep, reload }: Browser = browser): void {
  if (kept() === language) return;
  try {
    keep(language);
  } catch {
    return;
  }
  if (kept() === language) reload();
}

export function useOwnLanguage(): void {
  const { user, tenant } = useSession();
  const { data: own } = useQuery(metadataQuery(tenant, user.id));
  const { data: companies } = useQuery(companiesQuery(user.id));
  const ofCompany = companies?.find(({ id }) => id === tenant)?.language;
  const isKnown = own !== undefined && companies !== undefined;
  const language = own?.language ?? ofCompany ?? defaultLanguage;
  useEffect(() => {
    if (isKnown) applyLanguage(language);
  }, [isKnown, language]);
}
