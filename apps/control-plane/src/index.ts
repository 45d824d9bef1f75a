export { hashPassword } from './auth/accounts/password.ts';
export { type ControlPlane, createControlPlane } from './control-plane.ts';
export { ensureFirstTenant, type FirstTenant } from './first-start.ts';
export { openApiDocument } from './openapi/openapi-document.ts';
export type { ControlPlaneDeps } from './services.ts';
