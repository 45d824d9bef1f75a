/** The encoders that plans name. */
import { Encoder, type EncoderOptions } from 'node-av';
import {
  FF_ENCODER_AAC,
  FF_ENCODER_AC3,
  FF_ENCODER_EAC3,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
} from 'node-av/constants';

export async function createEncoder(name: string, options: EncoderOptions): Promise<Encoder> {
  if (name === 'libx265') {
    const configure: EncoderOptions['configure'] = (context) => {
      context.codecTag = 'hvc1';
    };
    return await Encoder.create(FF_ENCODER_LIBX265, { ...options, configure });
  }
  if (name === 'libx264') return await Encoder.create(FF_ENCODER_LIBX264, options);
  if (name === 'ac3') return await Encoder.create(FF_ENCODER_AC3, options);
  if (name === 'eac3') return await Encoder.create(FF_ENCODER_EAC3, options);
  return await Encoder.create(FF_ENCODER_AAC, options);
}
