/** The test files of a worker share their modules: no test begins with messages or questions that another left. */
import { afterEach } from 'vitest';
import { questions } from '../components/confirm/dialogs.ts';
import { toasts } from '../components/toast/toast.ts';

afterEach(() => {
  toasts.set([]);
  questions.set([]);
});
