/** A generated key, readable once, with a button that copies it; the message does not repeat it. */
import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '../../components/toast/toast.ts';
import { t } from '../../texts/t.ts';

async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toast.success(t('API key copied.'));
  } catch {
    toast.error(t('The browser does not allow copying. Select the text and copy it by hand.'));
  }
}

interface ShownKeyProps {
  readonly value: string;
  /** It was generated now and can be read and copied. */
  readonly isNew: boolean;
}

export function ShownKey({ value, isNew }: ShownKeyProps) {
  return (
    <div className="api-key-shown">
      <TextInput
        label={t('API key')}
        description={
          isNew
            ? t('Copy it now: it is not stored and cannot be shown again.')
            : t('Only its hash is stored.')
        }
        readOnly
        autoComplete="off"
        value={value}
        placeholder={t('No API key')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {isNew && (
        <Button
          variant="default"
          leftSection={<IconCopy size={14} />}
          onClick={() => void copy(value)}
        >
          {t('Copy')}
        </Button>
      )}
    </div>
  );
}
