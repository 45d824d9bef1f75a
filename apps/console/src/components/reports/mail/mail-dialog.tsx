/** Schedules a mail of cards: which, of which period, when, to whom. */
import { reportMailLimits, reportMailPeriods, reportMailRhythms } from '@interlude/contract';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { errorText } from '../../../api/api-error.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { t } from '../../../texts/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SegmentedChoice } from '../../segmented-choice/segmented-choice.tsx';
import { toast } from '../../toast/toast.ts';
import './mail.css';
import { sentence } from '../../../texts/sentence.tsx';
import {
  hourText,
  inputOf,
  type MailDraft,
  type MailValues,
  problemsOf,
  rhythmNames,
  toggled,
  weekdays,
} from './mail-values.ts';
import { RecipientField } from './recipient-field.tsx';
import { useMailActions, useSaveMail } from './use-report-mails.ts';

interface MailDialogProps {
  readonly draft: MailDraft;
  readonly onClose: () => void;
}

export function MailDialog({ draft, onClose }: MailDialogProps) {
  const { id, offered } = draft;
  const formId = useId();
  const save = useSaveMail();
  const { send } = useMailActions();
  const [values, setValues] = useState(draft.values);
  const [isTried, setTried] = useState(false);
  const change = (changed: Partial<MailValues>) => setValues((now) => ({ ...now, ...changed }));
  const wrong = problemsOf(values);
  const problems = {
    ...(isTried && wrong),
    ...(save.isError && serverFieldErrors(save.error)),
  };
  const submit = (thenSend: boolean) => {
    setTried(true);
    if (Object.keys(wrong).length > 0 || save.isPending) return;
    save.mutate(
      { id, input: inputOf(offered, values) },
      {
        onSuccess: (saved) => {
          if (thenSend) send.mutate(saved);
          else toast.success(t('The mail {name} is scheduled.', { name: saved.name }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      opened
      title={id === undefined ? t('Mail this view') : t('Change the scheduled mail')}
      width={560}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={() => submit(true)}>
            {t('Save and send me one now')}
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="mail-form"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <TextInput
          label={t('Name')}
          description={t('In the subject of the mail')}
          value={values.name}
          maxLength={reportMailLimits.nameCharacters}
          error={problems['name']}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <CardField {...{ offered, values, change }} problem={problems['cards']} />
        <TimeFields {...{ values, change }} />
        <RecipientField
          chosen={values.recipients}
          problem={problems['recipients']}
          onChange={(recipients) => change({ recipients })}
        />
        {save.isError && Object.keys(serverFieldErrors(save.error)).length === 0 && (
          <p className="bad" role="alert">
            {errorText(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly values: MailValues;
  readonly change: (changed: Partial<MailValues>) => void;
}

interface CardFieldProps extends FieldProps {
  readonly offered: MailDraft['offered'];
  readonly problem: string | undefined;
}

function CardField({ offered, values, change, problem }: CardFieldProps) {
  const problemId = useId();
  const { chosen } = values;
  return (
    <fieldset className="mail-field" aria-describedby={problem && problemId}>
      <legend>
        {sentence('Cards {text}', {
          text: (
            <span className="dimmed num">
              {sentence('{count} of {cards} at most', {
                count: chosen.length,
                cards: reportMailLimits.cards,
              })}
            </span>
          ),
        })}
      </legend>
      <div className="mail-choices">
        {offered.map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={chosen.includes(key)}
            disabled={!chosen.includes(key) && chosen.length >= reportMailLimits.cards}
            onChange={() => change({ chosen: toggled(chosen, key) })}
          />
        ))}
        {offered.length === 0 && <p className="dimmed">{t('There is no card to choose.')}</p>}
      </div>
      {problem && (
        <p id={problemId} className="bad" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function TimeFields({ values, change }: FieldProps) {
  const { rhythm } = values;
  return (
    <>
      <div className="mail-row">
        <NativeSelect
          label={t('Period')}
          value={values.period}
          data={[...reportMailPeriods]}
          onChange={({ currentTarget: { value } }) =>
            change({
              period: reportMailPeriods.find((each) => each === value) ?? values.period,
            })
          }
        />
        <Checkbox
          label={t('Compare with the period before')}
          checked={values.compare}
          onChange={({ currentTarget }) => change({ compare: currentTarget.checked })}
        />
      </div>
      <div className="mail-row">
        <SegmentedChoice
          label={t('How often')}
          choices={reportMailRhythms.map((each) => [each, rhythmNames[each]] as const)}
          value={rhythm}
          onChange={(next) => change({ rhythm: next })}
        />
        {rhythm === 'weekly' && (
          <NativeSelect
            label={t('On')}
            value={String(values.weekday)}
            data={weekdays.map((label, index) => ({ label, value: String(index + 1) }))}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
          />
        )}
        {rhythm === 'monthly' && (
          <NativeSelect
            label={t('On day')}
            value={String(values.monthDay)}
            data={Array.from({ length: 31 }, (_none, index) => String(index + 1))}
            onChange={({ currentTarget }) => change({ monthDay: Number(currentTarget.value) })}
          />
        )}
        <NativeSelect
          label={t('At')}
          value={String(values.hour)}
          data={Array.from({ length: 24 }, (_none, hour) => ({
            label: hourText(hour),
            value: String(hour),
          }))}
          onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
        />
      </div>
      <p className="dimmed mail-note">
        {sentence(
          'In the time zone of the company, as the settings of reports have it. A mail begins with the cards that became worst.{text}',
          {
            text:
              rhythm === 'monthly' &&
              values.monthDay > 28 &&
              t(' In a shorter month it is its last day.'),
          },
        )}
      </p>
    </>
  );
}
