export {
  type CompanyInventory,
  type ErasureDeps,
  eraseCompany,
  takeInventory,
} from './erasures/erase-company.ts';
export { createWorker, type WorkerDeps } from './worker.ts';
