/**
 * The part of this package that a process needs before it has a role: values of its configuration. Not the index, whose
 * schemas take 12 MB of each process: the launcher and the lab have no use for them.
 */
export {
  isEmail,
  isStrongPassword,
  type RegistrationMode,
  registrationModes,
} from './auth/auth-rules.ts';
export { isHttpUrl } from './http-url.ts';
export { type PlatformRoleName, platformRoleNames } from './platform-roles/platform-role-names.ts';
export { userRoles } from './roles.ts';
export { secretPlaceholder } from './secrets.ts';
