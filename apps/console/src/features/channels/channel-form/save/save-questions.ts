/** Confirmations before a save is sent (CHE-023, CHE-024). */
import type { Channel } from '@interlude/contract';
import { createStore, type Store } from '../../../../app/store.ts';
import { confirm } from '../../../../components/confirm/dialogs.ts';
import { text } from '../../../../messages.ts';
import { t } from '../../../../texts/t.ts';
import { type ChannelFormValues, channelUpdate } from '../channel-form-values.ts';
import { sameJson } from '../same-json.ts';
import { suspiciousWords } from './suspicious-content.ts';

interface ProfileQuestion {
  readonly before: unknown;
  readonly after: unknown;
  readonly answer: (confirmed: boolean) => void;
}

/** The open question about the profile, for the dialog that shows both. */
export type ProfileQuestionStore = Store<ProfileQuestion | undefined>;

export function createProfileQuestions(): ProfileQuestionStore {
  return createStore<ProfileQuestion | undefined>(undefined);
}

/** @returns false when the operator cancels, and goes on editing */
export async function confirmSave(
  values: ChannelFormValues,
  base: Channel | undefined,
  profileQuestions: ProfileQuestionStore,
): Promise<boolean> {
  for (const [field, value] of scriptable(values)) {
    const words = suspiciousWords(value);
    if (words.length === 0) continue;
    const question = text('suspiciousContent', { field, words: words.join(', ') });
    const wording = { title: t('Suspicious content'), text: question, okLabel: t('Save anyway') };
    if (!(await confirm(wording))) return false;
  }
  if (base === undefined) return true;
  const after = channelUpdate.parse(values).profile;
  if (sameJson(after, base.profile)) return true;
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      profileQuestions.set(undefined);
      resolve(confirmed);
    };
    profileQuestions.set({ before: base.profile, after, answer });
  });
}

/** The values that are searched for words of scripts, by path. */
function scriptable(values: ChannelFormValues): readonly (readonly [string, unknown])[] {
  return [
    ['profile', values.profile],
    ['adSource.params', values.adSource?.params],
    ['preRoll.adSource.params', values.preRoll?.adSource?.params],
    ['customClientSideBeacons.events', values.customClientSideBeacons?.events],
  ];
}
