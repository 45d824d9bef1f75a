/** Grants a company one private address out of EGRESS_ALLOW. */
import type { EgressGrant } from '@interlude/contract';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useGrantAddress } from './egress-grant-queries.ts';

interface GrantDialogProps {
  /** Undefined: the person enters the company. */
  readonly company: EgressGrant | undefined;
  readonly offered: readonly string[];
  readonly onClose: () => void;
}

interface Problems {
  readonly company?: string;
  readonly address?: string;
}

const missing = (company: string, address: string): Problems => ({
  ...(company === '' && { company: t('Please enter the name or the ID of a company.') }),
  ...(address === '' && { address: t('Please enter a host, host:port or CIDR range.') }),
});

/** The problem of a refused address is shown at the input of the address, whatever its index in the list. */
function problemsOf(error: unknown): Problems {
  if (errorCodeOf(error) === 'TENANT_NOT_FOUND') return { company: errorText(error) };
  const [sentence = errorText(error)] = Object.values(serverFieldErrors(error));
  return { address: sentence };
}

const shown = (sentence: string | undefined) => sentence && <span role="alert">{sentence}</span>;

export function GrantDialog({ company: known, offered, onClose }: GrantDialogProps) {
  const grant = useGrantAddress();
  const formId = useId();
  const listId = useId();
  const [company, setCompany] = useState(known?.name ?? '');
  const [address, setAddress] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const companyField = useRef<HTMLInputElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  useEffect(() => (known === undefined ? companyField : addressField).current?.focus(), [known]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = { company: known?.tenantId ?? company.trim(), address: address.trim() };
    const found = missing(given.company, given.address);
    setProblems(found);
    if (Object.keys(found).length > 0 || grant.isPending) return;
    try {
      await grant.mutateAsync(given);
      onClose();
    } catch (error) {
      setProblems(problemsOf(error));
    }
  };
  return (
    <Dialog
      opened
      title={t('Grant Address')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} loading={grant.isPending}>
            {t('Grant')}
          </Button>
        </>
      }
    >
      <form id={formId} className="grant-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('Company')}
          description={t('Name or ID')}
          autoComplete="off"
          ref={companyField}
          readOnly={known !== undefined}
          value={company}
          error={shown(problems.company)}
          onChange={({ currentTarget }) => {
            setCompany(currentTarget.value);
            setProblems({});
          }}
        />
        <TextInput
          label={t('Address')}
          description={t('Host, host:port or CIDR range within EGRESS_ALLOW; * is all of it')}
          autoComplete="off"
          spellCheck={false}
          ref={addressField}
          list={listId}
          value={address}
          error={shown(problems.address)}
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value);
            setProblems({});
          }}
        />
        <datalist id={listId}>
          {offered.map((entry) => (
            <option key={entry} value={entry} />
          ))}
        </datalist>
      </form>
    </Dialog>
  );
}
