/** Makes a link to a card for people without sign-in. The link is shown once. */
import { type ShareLinkKind, shareLinkKinds, shareLinkLimits } from '@interlude/contract';
import { storedPeriods } from '@interlude/reporting';
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type SubmitEvent, useId, useState } from 'react';
import { errorText } from '../../../api/api-error.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { paths } from '../../../paths.ts';
import { t } from '../../../texts/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { absoluteTime } from '../../time.ts';
import { toast } from '../../toast/toast.ts';
import type { CardSettings, ResolvedReport } from '../card-settings.ts';
import type { ReportView } from '../use-report-view.ts';
import { useShareCard } from './use-share-links.ts';
import './share.css';
import { sentence } from '../../../texts/sentence.tsx';

interface ShareDialogProps {
  readonly report: ResolvedReport;
  readonly view: ReportView;
  readonly settings: CardSettings;
  readonly onClose: () => void;
}

const kindTexts: Readonly<Record<ShareLinkKind, readonly [string, string]>> = {
  frozen: [t('Figures of now'), t('They stay as they are, whatever is counted later.')],
  live: [t('Live figures'), t('They are read anew when somebody looks, at most twice a minute.')],
};
const ends = [
  { value: '1', label: t('In a day') },
  { value: '7', label: t('In 7 days') },
  { value: String(shareLinkLimits.defaultDays), label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: String(shareLinkLimits.days), label: t('In a year') },
];

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    // The message does not repeat the link: anybody who reads it could open the card.
    toast.success(t('Link copied.'));
  } catch {
    toast.error(t('The browser does not allow copying. Select the text and copy it by hand.'));
  }
}

export function ShareDialog({ report, view, settings, onClose }: ShareDialogProps) {
  const { definition, system, chart } = report;
  const formId = useId();
  const share = useShareCard();
  const [name, setName] = useState(definition.title);
  const [kind, setKind] = useState<ShareLinkKind>('frozen');
  const [days, setDays] = useState(String(shareLinkLimits.defaultDays));
  const problems = share.isError ? serverFieldErrors(share.error) : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (share.isPending) return;
    share.mutate({
      ...{ name, kind, days: Number(days), system, chart, ...settings },
      ...{ channelIds: [...view.channelIds], zone: view.clock.zone },
      timePeriods: storedPeriods(view.periods),
    });
  };
  if (share.data !== undefined) {
    const link = `${location.origin}${paths.sharedCard}#${share.data.token}`;
    return (
      <Dialog
        opened
        title={t('Share {title}', { title: definition.title })}
        width={520}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('Done')}</Button>}
      >
        <div className="share-made">
          <TextInput
            label={t('Link')}
            description={t('Copy it now: it is not stored and cannot be shown again.')}
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            variant="default"
            leftSection={<IconCopy size={14} />}
            onClick={() => void copyLink(link)}
          >
            {t('Copy')}
          </Button>
        </div>
        <p className="dimmed share-note">
          {sentence(
            'Whoever has it sees this card without sign-in until {expiresAt}, and nothing else. It ends at once when it is revoked under Shared links, or when you leave the company.',
            { expiresAt: absoluteTime(share.data.expiresAt) },
          )}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      opened
      title={t('Share {title}', { title: definition.title })}
      width={520}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} loading={share.isPending}>
            {t('Make link')}
          </Button>
        </>
      }
    >
      <form id={formId} className="share-form" noValidate onSubmit={submit}>
        <p className="dimmed share-note">
          {t(
            'People with the link see this card with its periods, channels and settings, without sign-in.',
          )}
        </p>
        <Radio.Group
          label={t('What they see')}
          value={kind}
          onChange={(value) => setKind(shareLinkKinds.find((each) => each === value) ?? 'frozen')}
        >
          {shareLinkKinds.map((each) => {
            const [label, description] = kindTexts[each];
            return <Radio key={each} value={each} {...{ label, description }} />;
          })}
        </Radio.Group>
        <NativeSelect
          label={t('Ends')}
          value={days}
          data={ends}
          error={problems['days']}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
        <TextInput
          label={t('Name')}
          description={t('In the list of shared links; people with the link do not see it')}
          value={name}
          maxLength={shareLinkLimits.nameCharacters}
          error={problems['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {share.isError && Object.keys(problems).length === 0 && (
          <p className="bad" role="alert">
            {errorText(share.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}
