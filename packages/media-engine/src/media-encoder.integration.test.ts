import { chooseMediaEncoder } from './choose-media-encoder.ts';
import { mediaEncoderSuite } from './media-encoder.suite.ts';

mediaEncoderSuite('node-av', () => chooseMediaEncoder({ only: 'node-av' }));
mediaEncoderSuite('ffmpeg', () => chooseMediaEncoder({ only: 'ffmpeg' }));
