/** The switch that requires a second factor of the company's members. */
import type { Tenant } from '@interlude/contract';
import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { useRequireSecondFactor, useSecondFactors } from './second-factor-queries.ts';

export function RequiredSwitch({ company }: { company: Tenant }) {
  const { data } = useSecondFactors();
  const save = useRequireSecondFactor();
  const isOff = data?.external !== false;
  return (
    <section className="account-section" aria-labelledby="second-factor-required">
      <h2 id="second-factor-required">{t('Second factor')}</h2>
      <p className="dimmed">
        {data?.external === true ? (
          t('Second factors are set up at the identity provider of this installation.')
        ) : (
          <>
            {sentence(
              'Who has none is led to one at the next login; sessions that exist are asked at their next renewal, within a quarter of an hour. Your own is in the {link}.',
              {
                link: (
                  <Link to={paths.profile} hash="second-factor">
                    {t('profile')}
                  </Link>
                ),
              },
            )}
          </>
        )}
      </p>
      <Switch
        label={t('Members need a second factor')}
        checked={company.secondFactorRequired}
        disabled={isOff || save.isPending}
        onChange={({ currentTarget }) =>
          save.mutate({ ...company, secondFactorRequired: currentTarget.checked })
        }
      />
    </section>
  );
}
