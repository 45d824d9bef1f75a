/** Request bodies about a source, from the settings of the form as they are now, saved or not. Pure. */
import type { SourceAnalysisInput, SourceBreaksInput } from '@interlude/contract';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';

export function analysisRequest(
  values: ChannelFormValues,
  channelId: string | undefined,
): SourceAnalysisInput {
  const headers = values.sourceHeaders ?? {};
  return {
    sourceManifestUrl: values.sourceManifestUrl,
    apiKey: headers['x-api-key'] ?? '',
    headers,
    sourceOrigins: values.sourceOrigins ?? [],
    httpProxyUrl: values.stitcher?.httpProxyUrl ?? '',
    ...(channelId !== undefined && { channelId }),
  };
}

export function breaksRequest(
  values: ChannelFormValues,
  channelId: string | undefined,
): SourceBreaksInput {
  const { type = 'hls-live', segmentationConfiguration, fallbackSourceTags, stitcher } = values;
  return {
    ...analysisRequest(values, channelId),
    type,
    ...(segmentationConfiguration !== undefined && { segmentationConfiguration }),
    fallbackSourceTags: fallbackSourceTags ?? [],
    useScte35: stitcher?.useScte35 ?? false,
    isMultiPeriod: values.isMultiPeriod ?? false,
  };
}
