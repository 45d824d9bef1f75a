/** The languages of these pages, each by its own name. */
import { languageChoices } from '../../components/language-choices.ts';
import { chooseLanguage } from '../../texts/reader-language.ts';
import { useStore } from '../store.ts';
import { publicLanguage, showLanguage } from './public-language.ts';

export function LanguageSwitch() {
  const current = useStore(publicLanguage);
  return languageChoices.map(({ value, label }) => (
    <button
      key={value}
      type="button"
      lang={value}
      className="link language-switch"
      aria-pressed={value === current}
      onClick={() => {
        chooseLanguage(value);
        void showLanguage(value);
      }}
    >
      {label}
    </button>
  ));
}
