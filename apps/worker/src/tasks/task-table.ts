/** The implementation of each task type; every type of the contract's catalogue is here. */

import { antivirus } from './antivirus.ts';
import { download } from './download.ts';
import { encode } from './encode.ts';
import { loudness } from './loudness.ts';
import { packageTask } from './package.ts';
import { probe } from './probe.ts';
import { register } from './register.ts';
import { store } from './store.ts';
import type { TaskTable } from './task.ts';

export const taskTable: TaskTable = {
  download,
  antivirus,
  probe,
  loudness,
  encode,
  package: packageTask,
  store,
  register,
};
