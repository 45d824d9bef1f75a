/** Checks the stored credentials of Bitmovin; edits have to be saved first (SYS-007, SYS-008). */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../api/api-error.ts';
import { toast } from '../../components/toast/toast.ts';
import { t } from '../../texts/t.ts';
import { checkBitmovin } from './system-queries.ts';
import type { SettingValues } from './system-values.ts';

interface BitmovinCheckProps {
  /** Missing for a new system. */
  readonly id: string | undefined;
  readonly settings: SettingValues;
  /** The form has no unsaved changes. */
  readonly saved: boolean;
}

export function BitmovinCheck({ id, settings, saved }: BitmovinCheckProps) {
  const check = useMutation({
    mutationFn: checkBitmovin,
    onSuccess: (message) => toast.success(message || t('Bitmovin accepts the credentials.')),
    onError: (error) => toast.error(errorText(error)),
  });
  const run = () =>
    check.mutate({
      id: id ?? '',
      apiKey: String(settings['apiKey'] ?? ''),
      organizationId: String(settings['organizationId'] ?? ''),
    });
  const ready = saved && id !== undefined;
  return (
    <div className="bitmovin-check">
      <Button variant="default" disabled={!ready} loading={check.isPending} onClick={run}>
        {t('Check Bitmovin')}
      </Button>
      <span className="dimmed" role="status">
        {ready ? checkState(check) : t('Save first: the stored credentials are checked.')}
      </span>
    </div>
  );
}

function checkState(check: { isSuccess: boolean; isError: boolean; error: unknown }) {
  if (check.isSuccess)
    return <span className="good">{t('Bitmovin accepts the credentials.')}</span>;
  if (check.isError) return <span className="bad">{errorText(check.error)}</span>;
  return t('Checks the stored credentials with Bitmovin.');
}
