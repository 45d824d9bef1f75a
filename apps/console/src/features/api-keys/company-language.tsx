/** The language in which the platform writes to members who have chosen none. */
import type { Tenant } from '@interlude/contract';
import { Select } from '@mantine/core';
import { languageChoices, languageOf } from '../../components/language-choices.ts';
import { t } from '../../texts/t.ts';
import { useSaveCompanyLanguage } from './api-key-queries.ts';

export function CompanyLanguage({ company }: { company: Tenant }) {
  const save = useSaveCompanyLanguage();
  const { id, name } = company;
  return (
    <section className="account-section" aria-labelledby="company-language">
      <h2 id="company-language">{t('Language')}</h2>
      <p className="dimmed">
        {t(
          'Of console and mails for members who have chosen none in their profile, and of invitations.',
        )}
      </p>
      <Select
        className="company-language"
        label={t('Language')}
        allowDeselect={false}
        disabled={save.isPending}
        value={company.language}
        data={[...languageChoices]}
        onChange={(chosen) => {
          const language = languageOf(chosen);
          if (language !== undefined) save.mutate({ id, name, language });
        }}
      />
    </section>
  );
}
