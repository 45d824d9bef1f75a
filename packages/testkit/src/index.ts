export {
  addChannel,
  addSubscription,
  addTenant,
  addUser,
  buildChannel,
  buildUser,
  joinByInvitation,
} from './builders.ts';
export {
  emptyDatabase,
  type TemplateDatabase,
  type TemplateDatabaseOptions,
  templateDatabase,
  testSecretKey,
} from './database/template-database.ts';
export { type FixedClock, fixedClock } from './fixed-clock.ts';
