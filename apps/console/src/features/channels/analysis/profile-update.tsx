/**
 * Shows the current and the new profile side by side: an existing channel keeps its profile until they were compared
 * (CHE-028).
 */
import type { SourceAnalysis } from '@interlude/contract';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { JsonDiff } from '../../../components/json-diff/json-diff.tsx';
import { t } from '../../../texts/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import {
  type AnalysedSettings,
  changedSettings,
  profileOf,
  settingsOf,
} from './analysed-values.ts';
import { openSection } from './open-section.ts';

interface ProfileUpdateProps {
  readonly analysis: SourceAnalysis;
  /** Puts the profile into the form, and these settings with it. */
  readonly onTake: (settings: AnalysedSettings) => void;
}

export function ProfileUpdate({ analysis, onTake }: ProfileUpdateProps) {
  const [opened, setOpened] = useState(false);
  if (analysis.profile === undefined) return null;
  const take = (settings: AnalysedSettings) => {
    setOpened(false);
    onTake(settings);
    openSection('profile');
  };
  return (
    <div className="analysis-tools">
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('Update Profile')}
      </Button>
      {opened && (
        <ProfileDialog analysis={analysis} onTake={take} onClose={() => setOpened(false)} />
      )}
    </div>
  );
}

interface ProfileDialogProps extends ProfileUpdateProps {
  readonly onClose: () => void;
}

function ProfileDialog({ analysis, onTake, onClose }: ProfileDialogProps) {
  const { getValues } = useFormContext<ChannelFormValues>();
  const [values] = useState(() => getValues());
  const [withSettings, setWithSettings] = useState(false);
  const settings = settingsOf(analysis);
  const changed = changedSettings(settings, values);
  const profile = profileOf(analysis.profile ?? {}, values.profile);
  return (
    <Dialog
      opened
      title={t('Update Profile')}
      width={1_040}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button onClick={() => onTake(withSettings ? settings : {})}>
            {t('Update Profile')}
          </Button>
        </>
      }
    >
      <p className="dimmed">
        {t(
          'The form gets the new profile, which takes effect when the channel is saved. Creatives without an encoding in the new profile are encoded again.',
        )}
      </p>
      <div className="profile-update">
        <JsonDiff
          before={{ label: t('Old profile'), value: values.profile ?? {} }}
          after={{ label: t('New profile'), value: profile }}
        />
      </div>
      {changed.length > 0 && (
        <div className="analysis-settings">
          <Checkbox
            label={t('Take over these settings as well')}
            checked={withSettings}
            // The dialog is inside of the form, which Enter would submit.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={(event) => setWithSettings(event.currentTarget.checked)}
          />
          <ul>
            {changed.map(({ name, before, after }) => (
              <li key={name}>
                <span className="mono">{name}</span>{' '}
                <span className="dimmed">
                  {shown(before)} → {shown(after)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? t('not set');
}
