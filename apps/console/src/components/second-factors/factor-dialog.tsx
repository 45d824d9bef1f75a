/**
 * Adds or removes a second factor, or renews recovery codes. Each change is confirmed first: with a second factor if
 * the person has one, else with the password.
 */
import type { Confirmation, SecondFactor, TotpEnrolment } from '@interlude/contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { toast } from '../toast/toast.ts';
import {
  addPasskey,
  beginApp,
  finishApp,
  passkeyConfirmation,
  removeFactor,
  renewCodes,
  type SecondFactorState,
  useReadAgain,
} from './second-factor-queries.ts';

export type Work =
  | { readonly kind: 'totp' | 'passkey' | 'codes' }
  | { readonly kind: 'remove'; readonly factor: SecondFactor };

interface FactorDialogProps {
  readonly work: Work;
  readonly state: SecondFactorState;
  readonly onClose: () => void;
}

type Stage =
  | { readonly at: 'confirm' }
  | { readonly at: 'app'; readonly begun: TotpEnrolment }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

const titles: Readonly<Record<Work['kind'], string>> = {
  totp: t('Add authenticator app'),
  passkey: 'Add passkey',
  codes: t('New recovery codes'),
  remove: t('Remove second factor'),
};
const defaultNames = { totp: t('Authenticator app'), passkey: 'Passkey' } as const;

export function FactorDialog({ work, state, onClose }: FactorDialogProps) {
  const formId = useId();
  const readAgain = useReadAgain();
  const [stage, setStage] = useState<Stage>({ at: 'confirm' });
  const [name, setName] = useState(
    work.kind === 'totp' || work.kind === 'passkey' ? defaultNames[work.kind] : '',
  );
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const done = (codes: readonly string[], sentence: string) => {
    readAgain();
    if (codes.length > 0) return setStage({ at: 'codes', codes });
    toast.success(sentence);
    onClose();
  };
  const attempt = async (action: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  const confirmed = async (confirmation: Confirmation) => {
    if (work.kind === 'remove') {
      await removeFactor(work.factor, confirmation);
      return done([], t('{name} was removed.', { name: work.factor.name }));
    }
    if (work.kind === 'totp') return setStage({ at: 'app', begun: await beginApp(confirmation) });
    if (work.kind === 'passkey') {
      const { recoveryCodes } = await addPasskey(confirmation, name);
      return done(recoveryCodes, t('{name} was added.', { name }));
    }
    done((await renewCodes(confirmation)).recoveryCodes, '');
  };

  return (
    <Dialog
      opened
      title={stage.at === 'codes' ? t('Recovery codes') : titles[work.kind]}
      width={480}
      onClose={onClose}
      actions={
        stage.at === 'codes' ? (
          <Button onClick={onClose}>{t('I have kept them')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={formId} loading={busy}>
              {stage.at === 'app' ? t('Add') : t('Continue')}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'confirm' && (
        <ConfirmForm
          id={formId}
          work={work}
          state={state}
          problem={problem}
          name={name}
          onName={setName}
          onConfirm={(make) => void attempt(async () => confirmed(await make()))}
        />
      )}
      {stage.at === 'app' && (
        <AppForm
          id={formId}
          begun={stage.begun}
          name={name}
          problem={problem}
          onName={setName}
          onCode={(code) =>
            void attempt(async () => {
              const { recoveryCodes } = await finishApp({ step: stage.begun.step, name, code });
              done(recoveryCodes, t('{name} was added.', { name }));
            })
          }
        />
      )}
      {stage.at === 'codes' && <RecoveryCodes codes={stage.codes} />}
    </Dialog>
  );
}

interface ConfirmFormProps {
  readonly id: string;
  readonly work: Work;
  readonly state: SecondFactorState;
  readonly problem: string | undefined;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onConfirm: (make: () => Promise<Confirmation>) => void;
}

function ConfirmForm(props: ConfirmFormProps) {
  const { id, work, state, problem, name, onName, onConfirm } = props;
  const [typed, setTyped] = useState('');
  const kinds = state.factors.map(({ kind }) => kind);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onConfirm(async () => (kinds.length > 0 ? { code: typed } : { password: typed }));
  };
  const field = {
    value: typed,
    error: problem,
    autoFocus: true,
    'data-autofocus': true,
    onChange: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
  };
  return (
    <form id={id} className="factor-form" noValidate onSubmit={submit}>
      {work.kind === 'remove' && (
        <p>
          {sentence('“{name}” will not be asked for any more.{text}', {
            name: work.factor.name,
            text: state.factors.length === 1 && t(' Your recovery codes go with it.'),
          })}
        </p>
      )}
      {work.kind === 'codes' && <p>{t('The earlier recovery codes will not work any more.')}</p>}
      {work.kind === 'passkey' && (
        <TextInput
          label={t('Name')}
          description={t('Where it is kept, such as “Laptop”')}
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => onName(currentTarget.value)}
        />
      )}
      {kinds.length === 0 ? (
        <PasswordInput
          label={t('Your password')}
          description={t('To be sure that it is you')}
          autoComplete="current-password"
          {...field}
        />
      ) : (
        <TextInput
          label={t('Your second factor')}
          description={
            kinds.includes('totp')
              ? t('The code of your app, or a recovery code')
              : t('A recovery code, or your passkey')
          }
          autoComplete="one-time-code"
          maxLength={40}
          {...field}
        />
      )}
      {kinds.includes('passkey') && (
        <Button
          variant="default"
          className="factor-passkey"
          onClick={() => onConfirm(passkeyConfirmation)}
        >
          {t('Use your passkey')}
        </Button>
      )}
    </form>
  );
}

interface AppFormProps extends Pick<ConfirmFormProps, 'id' | 'problem' | 'name' | 'onName'> {
  readonly begun: TotpEnrolment;
  readonly onCode: (code: string) => void;
}

function AppForm({ id, begun, problem, name, onName, onCode }: AppFormProps) {
  const [code, setCode] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form id={id} className="factor-form" noValidate onSubmit={submit}>
      <div className="factor-scan">
        <QrCode text={begun.uri} label={t('QR code for an authenticator app')} />
        <p>
          {sentence(
            'Scan this code with your authenticator app, or enter its secret by hand:{code}',
            { code: <code>{begun.secret}</code> },
          )}
        </p>
      </div>
      <TextInput
        label={t('Name')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <TextInput
        label={t('Code that the app shows')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        data-autofocus
        value={code}
        error={problem}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </form>
  );
}
