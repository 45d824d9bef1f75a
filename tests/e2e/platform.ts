/** Where the platform under test is. `npm run e2e` starts one and sets these; set them by hand to test a running one. */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set: run the end-to-end tests with "npm run e2e".`);
  }
  return value;
}

export const platform = {
  /** Console and API. */
  consoleUrl: required('E2E_CONSOLE_URL'),
  stitcherUrl: required('E2E_STITCHER_URL'),
  labUrl: required('E2E_LAB_URL'),
  adminEmail: required('E2E_ADMIN_EMAIL'),
  adminPassword: required('E2E_ADMIN_PASSWORD'),
};
