/** The parts that a launcher can start. A user's role is another thing (roles.ts). */
export const platformRoleNames = ['control-plane', 'stitcher', 'worker', 'monitor', 'lab'] as const;
export type PlatformRoleName = (typeof platformRoleNames)[number];
