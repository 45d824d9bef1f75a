/**
 * Questions and answers in a dialog, from any code (ERR-019 to ERR-021):
 * `if (await confirm({ title, text })) …`, `await showError({ text })`, `await showSuccess()`.
 */
import { createStore } from '../../app/store.ts';
import { text as message } from '../../messages.ts';
import { t } from '../../texts/t.ts';

export interface DialogQuestion {
  readonly id: number;
  readonly kind: 'confirm' | 'success' | 'error';
  readonly title: string;
  readonly text: string;
  readonly okLabel: string;
  readonly cancelLabel: string;
  /** The Ok button is red, for actions that cannot be undone. */
  readonly dangerous: boolean;
  readonly answer: (confirmed: boolean) => void;
}

type Wording = Partial<
  Pick<DialogQuestion, 'title' | 'text' | 'okLabel' | 'cancelLabel' | 'dangerous'>
>;

/** The first question is on screen, the others are queued. */
export const questions = createStore<readonly DialogQuestion[]>([]);
let lastId = 0;

function openDialog(
  kind: DialogQuestion['kind'],
  defaults: Wording,
  wording: Wording,
): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (confirmed: boolean) => {
      questions.set((open) => open.filter((question) => question.id !== id));
      resolve(confirmed);
    };
    const base = {
      title: '',
      text: '',
      okLabel: t('Ok'),
      cancelLabel: t('Cancel'),
      dangerous: false,
    };
    questions.set((open) => [...open, { id, kind, answer, ...base, ...defaults, ...wording }]);
  });
}

/** True when the user said Ok. */
export function confirm(wording: Wording = {}): Promise<boolean> {
  const defaults = { title: message('confirmTitle'), text: message('confirmText') };
  return openDialog('confirm', { ...defaults, dangerous: true }, wording);
}

export async function showSuccess(wording: Wording = {}): Promise<void> {
  await openDialog(
    'success',
    { title: message('successTitle'), text: message('successText') },
    wording,
  );
}

export async function showError(wording: Wording = {}): Promise<void> {
  await openDialog('error', { title: message('errorTitle'), text: message('errorText') }, wording);
}
