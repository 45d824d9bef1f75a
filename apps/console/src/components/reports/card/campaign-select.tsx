/** The campaigns of a report (REP-009, REP-017, REP-018). */
import { useId } from 'react';
import { text } from '../../../messages.ts';
import { t } from '../../../texts/t.ts';

interface CampaignSelectProps {
  /** Undefined until the report is loaded. */
  readonly campaigns: readonly string[] | undefined;
  /** '' = all. */
  readonly selected: string;
  readonly onChange: (campaignName: string) => void;
}

export function CampaignSelect({ campaigns, selected, onChange }: CampaignSelectProps) {
  const id = useId();
  const isMissing = selected !== '' && campaigns !== undefined && !campaigns.includes(selected);
  if (campaigns?.length === 0 && selected === '') {
    return <span className="campaign-none dimmed">{text('noCampaigns')}</span>;
  }
  const shown = selected === '' || campaigns?.includes(selected) ? [] : [selected];
  return (
    <div className="campaign-select">
      <select
        className="card-select"
        aria-label={t('Campaign')}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? id : undefined}
        value={selected}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{t('All campaigns')}</option>
        {[...shown, ...(campaigns ?? [])].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {isMissing && (
        <p className="campaign-missing bad" id={id} role="alert">
          {text('campaignMissing', { user_content: selected })}
        </p>
      )}
    </div>
  );
}
