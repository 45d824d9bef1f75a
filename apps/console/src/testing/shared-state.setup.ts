/**
 * The test files of a worker share their modules: state, messages and language are reset, so that no test begins with
 * those of another.
 */
import { afterEach } from 'vitest';
import { publicLanguage } from '../app/public/public-language.ts';
import type { Store } from '../app/store.ts';
import { currentChannel, periodState, sidebarState, windowSize } from '../app/ui-state.ts';
import { questions } from '../components/confirm/dialogs.ts';
import { shortcuts } from '../components/shortcuts/shortcut-registry.ts';
import { toasts } from '../components/toast/toast.ts';
import { loadLanguage } from '../texts/reader-language.ts';
import { isEnglish } from '../texts/written.ts';

function restoring<Value>(store: Store<Value>): () => void {
  const initial = store.get();
  return () => store.set(() => initial);
}

const restores = [
  restoring(currentChannel),
  restoring(periodState),
  restoring(publicLanguage),
  restoring(questions),
  restoring(shortcuts),
  restoring(sidebarState),
  restoring(toasts),
  restoring(windowSize),
];

afterEach(async () => {
  for (const restore of restores) restore();
  if (!isEnglish()) await loadLanguage('en');
});
