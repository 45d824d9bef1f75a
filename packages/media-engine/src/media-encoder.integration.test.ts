/** The suite over the engine that this machine prefers; `media-encoder.full.test.ts` runs it over every one. */
import { chooseMediaEncoder } from './choose-media-encoder.ts';
import { mediaEncoderSuite } from './media-encoder.suite.ts';

mediaEncoderSuite('of this machine', () => chooseMediaEncoder());
