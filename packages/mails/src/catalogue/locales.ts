import type { Language } from '@interlude/contract';

/** Locales of numbers and dates. */
export const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;
