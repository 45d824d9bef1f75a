export { type Platform, type PlatformOptions, startPlatform } from './platform.ts';
