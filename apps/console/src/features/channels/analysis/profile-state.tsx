/** Below the profile: whether creatives follow it, and in what it differs from the source as it is now. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { known, t } from '../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingFrame } from '../channel-form/setting-frame.tsx';
import './analysis.css';
import { sentence } from '../../../texts/sentence.tsx';
import { useEditedChannelId } from './edited-channel.ts';
import { consequenceOf, hasWholeLadder, profileDifferences } from './profile-differences.ts';
import { analysisRequest } from './source-request.ts';

/** Milliseconds; a source rarely changes its ladder. */
const keepMs = 60_000;

export function ProfileState() {
  return (
    <SettingFrame name="profile-state" texts={[t('Profile'), t('source differ ladder')]} wide>
      <State />
    </SettingFrame>
  );
}

function State() {
  const { control } = useFormContext<ChannelFormValues>();
  const [profile, sourceManifestUrl] = useWatch({
    control,
    name: ['profile', 'sourceManifestUrl'],
  });
  const isWhole = hasWholeLadder(profile);
  const { requested, answer, failed } = useSourceAnalysis(isWhole);
  if (!isWhole) {
    return (
      <Note>
        {sentence(
          'The profile has no whole ladder: creatives are encoded to that of the source. {toAnalyse} fills it in.',
          { toAnalyse: <ToAnalyse /> },
        )}
      </Note>
    );
  }
  if (requested !== sourceManifestUrl) return null;
  if (answer?.error?.type === 'MANIFEST_TOO_LARGE') {
    return (
      <Note warns>
        {sentence('{message} Until then viewers get an error.', {
          message: known(answer.error.message),
        })}
      </Note>
    );
  }
  if (failed || answer?.error !== undefined) {
    return (
      <Note>{t('The source cannot be read now: whether it has the ladder is not known.')}</Note>
    );
  }
  if (answer === undefined) return null;
  const differences = profileDifferences(profile, answer.profile);
  if (differences.length === 0) return <Note>{t('Profile and source have the same ladder.')}</Note>;
  return (
    <Note warns>
      {sentence(
        'Profile and source differ in {differences}. {differences2} {toAnalyse} offers the profile of the source.',
        {
          differences: differences.join(', '),
          differences2: consequenceOf(differences),
          toAnalyse: <ToAnalyse />,
        },
      )}
    </Note>
  );
}

/** Analysis of the source as it is saved: the address in the form may still be being typed. */
function useSourceAnalysis(isWanted: boolean) {
  const { control, getValues } = useFormContext<ChannelFormValues>();
  const { defaultValues } = useFormState({ control });
  const { tenant } = useSession();
  const channelId = useEditedChannelId();
  const requested = defaultValues?.sourceManifestUrl ?? '';
  const { data, isError } = useQuery({
    queryKey: [tenant, 'channels', 'analysis', channelId, requested],
    queryFn: ({ signal }) => {
      const values = { ...getValues(), sourceManifestUrl: requested };
      return api(routes.sources.analyse, { body: analysisRequest(values, channelId), signal });
    },
    enabled: isWanted && channelId !== undefined && requested !== '',
    refetchOnWindowFocus: false,
    retry: false,
    staleTime: keepMs,
  });
  return { requested, answer: data, failed: isError };
}

function ToAnalyse() {
  return <a href="#source">{t('Analyse')}</a>;
}

function Note({ warns = false, children }: { warns?: boolean; children: ReactNode }) {
  return (
    <p className={warns ? 'profile-differs' : 'dimmed'} role={warns ? 'note' : undefined}>
      {children}
    </p>
  );
}
