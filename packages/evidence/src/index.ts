export {
  type EvidencePack,
  type PackAbout,
  type PackedBreak,
  type PackedManifest,
  type PackedSplice,
  packAbout,
  packedBreak,
  packLimits,
  packVersion,
  type StitchingSettings,
  stitchingSettings,
} from './pack/evidence-pack.ts';
export { packFiles, readPack } from './pack/pack-files.ts';
export { PackError, type PackFile, zipped } from './pack/zip-files.ts';
export { addressSecrets } from './redact/address-secrets.ts';
export { encodedSpellings, redactText, redactValue } from './redact/redact-text.ts';
export { type ComparedOutput, stitchAgain } from './replay/stitch-again.ts';
