export { createWorker, type WorkerDeps } from './worker.ts';
