/** The recipients of a mail: members of the company. A person who may not write to others is the only recipient. */
import { operators, type ReportMailMember, reportMailLimits } from '@interlude/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { errorText } from '../../../api/api-error.ts';
import { useSession } from '../../../app/session.ts';
import { sentence } from '../../../texts/sentence.tsx';
import { t } from '../../../texts/t.ts';
import { toggled } from './mail-values.ts';
import { useMailMembers } from './use-report-mails.ts';

interface RecipientFieldProps {
  readonly chosen: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Number of members from which on there is a search field. */
const searched = 9;

function matches({ name, email }: ReportMailMember, search: string): boolean {
  return `${name} ${email}`.toLowerCase().includes(search.trim().toLowerCase());
}

export function RecipientField({ chosen, problem, onChange }: RecipientFieldProps) {
  const { user } = useSession();
  const mayWriteToOthers = operators.includes(user.role);
  const { data, error, refetch } = useMailMembers(mayWriteToOthers);
  const [search, setSearch] = useState('');
  const problemId = useId();
  if (!mayWriteToOthers) {
    return (
      <p className="mail-note">
        {sentence('The mail goes to you, {email}.', { email: user.email })}
      </p>
    );
  }
  const members = data?.filter((member) => matches(member, search)) ?? [];
  return (
    <fieldset className="mail-field" aria-describedby={problem && problemId}>
      <legend>
        {sentence('Recipients {text}', {
          text: (
            <span className="dimmed num">
              {sentence('{count} of {recipients} at most', {
                count: chosen.length,
                recipients: reportMailLimits.recipients,
              })}
            </span>
          ),
        })}
      </legend>
      {(data?.length ?? 0) >= searched && (
        <TextInput
          aria-label={t('Search members')}
          placeholder={t('Search members')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <div className="mail-choices">
        {data === undefined && !error && (
          <p className="dimmed" role="status">
            {t('Loading')}
          </p>
        )}
        {error && data === undefined && (
          <p className="bad" role="alert">
            {errorText(error)}{' '}
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('Retry')}
            </Button>
          </p>
        )}
        {members.map(({ userId, name, email }) => (
          <Checkbox
            key={userId}
            label={name === '' || name === email ? email : `${name}, ${email}`}
            checked={chosen.includes(userId)}
            disabled={!chosen.includes(userId) && chosen.length >= reportMailLimits.recipients}
            onChange={() => onChange(toggled(chosen, userId))}
          />
        ))}
        {data !== undefined && members.length === 0 && (
          <p className="dimmed">{t('No member has this name.')}</p>
        )}
      </div>
      {problem && (
        <p id={problemId} className="bad" role="alert">
          {problem}
        </p>
      )}
      <p className="dimmed mail-note">
        {t(
          'Members alone. Each can unsubscribe by the link in the mail, and only they can undo it.',
        )}
      </p>
    </fieldset>
  );
}
