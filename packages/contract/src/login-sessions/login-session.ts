import { z } from 'zod';

/** A sign-in of a person that has not ended: its tokens are renewed until then. */
export const loginSession = z.object({
  id: z.string(),
  browser: z.string().describe('family of browser and system, such as Firefox on Linux'),
  network: z.string().describe('/24 of IPv4, /48 of IPv6; never the address'),
  begunAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('to a quarter of an hour'),
  secondFactor: z.boolean().describe('whether the person has shown a second factor'),
  current: z.boolean().describe('true for the session of this request'),
});
export type LoginSession = z.output<typeof loginSession>;

/** A login session as a company sees it, from its first request for that company on. */
export const companySession = loginSession.omit({ secondFactor: true });
export type CompanySession = z.output<typeof companySession>;

/** Live sessions of a person; beyond them the one used longest ago ends. */
export const maxLoginSessions = 200;
