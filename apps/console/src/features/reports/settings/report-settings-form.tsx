/** The form of the report settings. */
import { campaignSources, type ReportSettings, viewerIdPolicies } from '@interlude/contract';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { SettingsForm, SettingsSection } from '../../../components/settings-form/settings-form.tsx';
import { useSettingsValues } from '../../../components/settings-form/use-settings-values.ts';
import { t } from '../../../texts/t.ts';
import {
  campaignWords,
  type ReportSettingsInput,
  settingsProblems,
  viewerPolicies,
} from './report-settings-values.ts';
import { TimeZoneField } from './time-zone-field.tsx';

interface ReportSettingsFormProps {
  readonly stored: ReportSettings;
  readonly saving: boolean;
  /** Says its result itself; rejects when the server refuses the save. */
  readonly save: (settings: ReportSettings) => Promise<ReportSettings>;
}

export function ReportSettingsForm({ stored, saving, save }: ReportSettingsFormProps) {
  const form = useSettingsValues<ReportSettingsInput>({
    first: () => stored,
    check: settingsProblems,
  });
  const { values, problems, dirty, change, discard } = form;
  const submit = () => {
    if (!form.isValid()) return;
    const body = {
      ...values,
      cpm: Number(values.cpm),
      cpmAdSeconds: Number(values.cpmAdSeconds),
    };
    save(body).then(form.settle, form.refuse);
  };
  return (
    <SettingsForm
      label={t('Report settings')}
      {...{ dirty, saving }}
      onSave={submit}
      onDiscard={discard}
    >
      <SettingsSection
        title={t('Days and weeks')}
        hint={t(
          'Charts begin their days at midnight of this zone, and their weeks on Monday. Another zone counts from its save on; what is counted already stays.',
        )}
      >
        <div className="settings-fields">
          <TimeZoneField
            value={values.timeZone}
            stored={stored.timeZone}
            problem={problems['timeZone']}
            onChange={(timeZone) => change({ timeZone })}
          />
        </div>
      </SettingsSection>
      <SettingsSection
        title={t('Value of an ad')}
        hint={t(
          'What lost seconds of ads were worth, in the card Lost revenue. A price of 0 hides the money and keeps the seconds.',
        )}
      >
        <div className="settings-fields">
          <NumberInput
            label={t('Price of 1,000 ads (CPM)')}
            min={0}
            clampBehavior="none"
            decimalScale={2}
            value={values.cpm}
            error={problems['cpm']}
            onChange={(cpm) => change({ cpm })}
          />
          <TextInput
            label={t('Currency')}
            placeholder={t('EUR')}
            maxLength={3}
            autoComplete="off"
            spellCheck={false}
            value={values.currency}
            error={problems['currency']}
            onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
          />
          <NumberInput
            label={t('Length of that ad (seconds)')}
            clampBehavior="none"
            value={values.cpmAdSeconds}
            error={problems['cpmAdSeconds']}
            onChange={(cpmAdSeconds) => change({ cpmAdSeconds })}
          />
        </div>
      </SettingsSection>
      <SettingsSection
        title={t('Campaigns and viewers')}
        hint={t(
          'What names a campaign, and how a viewer is recognised. Both count from their save on.',
        )}
      >
        <div className="settings-fields">
          <NativeSelect
            label={t('Campaign from')}
            data={campaignSources.map((value) => ({ value, label: campaignWords[value].label }))}
            value={values.campaignFrom}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={campaignWords[values.campaignFrom].note}
            onChange={({ currentTarget }) => {
              const chosen = campaignSources.find((each) => each === currentTarget.value);
              if (chosen) change({ campaignFrom: chosen });
            }}
          />
          <NativeSelect
            label={t('Viewers are recognised')}
            data={viewerIdPolicies.map((value) => ({ value, label: viewerPolicies[value].label }))}
            value={values.viewerIdPolicy}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={viewerPolicies[values.viewerIdPolicy].note}
            onChange={({ currentTarget }) => {
              const chosen = viewerIdPolicies.find((each) => each === currentTarget.value);
              if (chosen) change({ viewerIdPolicy: chosen });
            }}
          />
        </div>
      </SettingsSection>
    </SettingsForm>
  );
}
