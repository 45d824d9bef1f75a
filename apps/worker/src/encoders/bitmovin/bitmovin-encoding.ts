/** Creates a job's resources at Bitmovin: configurations, streams, muxings. Their paths are collected for deletion. */
import type { AudioTarget, SegmentPlace, TranscodeJob } from '@interlude/media-engine';
import { type BitmovinApi, bitmovinFailed } from './bitmovin-api.ts';
import { audioConfiguration, gainOf, videoConfiguration } from './bitmovin-codecs.ts';
import type { BitmovinResource } from './bitmovin-storage.ts';

export interface EncodingRequest {
  readonly api: BitmovinApi;
  readonly job: TranscodeJob;
  /** Shown in Bitmovin's own console. */
  readonly name: string;
  readonly cloudRegion: string;
  readonly input: BitmovinResource & { readonly inputPath: string };
  readonly output: BitmovinResource;
  /** Output path of a place. */
  readonly pathOf: (place: SegmentPlace) => string;
  readonly places: readonly SegmentPlace[];
  /** Paths of the resources to delete at the end; inputs and outputs hold credentials. */
  readonly made: string[];
}

async function make(
  { api, made }: EncodingRequest,
  { path, body }: BitmovinResource,
): Promise<string> {
  const id = await api.create(path, body);
  made.push(`${path}/${encodeURIComponent(id)}`);
  return id;
}

/** Position of the audio stream among those of the file. */
function audioPosition({ info }: TranscodeJob, { source }: AudioTarget): number {
  const position = info.audioTracks.findIndex(({ stream }) => stream === source);
  if (position < 0) throw bitmovinFailed('only the other engines generate silent audio');
  return position;
}

interface StreamRequest {
  readonly inputId: string;
  readonly selectionMode: 'VIDEO_RELATIVE' | 'AUDIO_RELATIVE';
  readonly position: number;
  readonly configuration: BitmovinResource;
}

async function addStream(
  request: EncodingRequest,
  encodingId: string,
  { inputId, selectionMode, position, configuration }: StreamRequest,
): Promise<string> {
  const codecConfigId = await make(request, configuration);
  const { inputPath } = request.input;
  return request.api.create(`/encoding/encodings/${encodingId}/streams`, {
    codecConfigId,
    inputStreams: [{ inputId, inputPath, selectionMode, position }],
  });
}

async function addGain(
  request: EncodingRequest,
  encodingId: string,
  streamId: string,
  gain: number,
): Promise<void> {
  const path = '/encoding/filters/audio-volume';
  const body = { name: `${gain} dB`, volume: gain, unit: 'DB' };
  const id = await make(request, { path, body });
  const filters = `/encoding/encodings/${encodingId}/streams/${streamId}/filters`;
  await request.api.create(filters, { filters: [{ id, position: 0 }] });
}

/** Stream ids by the names of the renditions: `v0`, `a1`. */
async function addStreams(
  request: EncodingRequest,
  encodingId: string,
  inputId: string,
): Promise<Map<string, string>> {
  const { job, places } = request;
  const wantedStreams = new Set(places.flatMap(({ streams }) => streams));
  const streams = new Map<string, string>();
  for (const [index, video] of job.videoTracks.entries()) {
    const configuration = videoConfiguration(video, job);
    const stream = {
      inputId,
      selectionMode: 'VIDEO_RELATIVE',
      position: 0,
      configuration,
    } as const;
    streams.set(`v${index}`, await addStream(request, encodingId, stream));
  }
  for (const [index, audio] of job.audioTracks.entries()) {
    if (!wantedStreams.has(`a${index}`)) continue;
    const position = audioPosition(job, audio);
    const configuration = audioConfiguration(audio);
    const stream = { inputId, selectionMode: 'AUDIO_RELATIVE', position, configuration } as const;
    const id = await addStream(request, encodingId, stream);
    const gain = gainOf(audio);
    if (gain !== undefined) await addGain(request, encodingId, id, gain);
    streams.set(`a${index}`, id);
  }
  return streams;
}

async function addMuxing(
  request: EncodingRequest,
  encodingId: string,
  outputId: string,
  place: SegmentPlace,
  streams: ReadonlyMap<string, string>,
): Promise<void> {
  const { job, api, pathOf } = request;
  const [rate, per] = job.frameRate;
  const isFragmented = place.container === 'cmaf';
  if (isFragmented && place.streams.length > 1) {
    throw bitmovinFailed('only the other engines mux video and audio into one fragmented file');
  }
  await api.create(`/encoding/encodings/${encodingId}/muxings/${isFragmented ? 'fmp4' : 'ts'}`, {
    streams: place.streams.map((name) => ({ streamId: streams.get(name) })),
    outputs: [{ outputId, outputPath: pathOf(place), acl: [{ permission: 'PRIVATE' }] }],
    segmentLength: (job.segmentFrames * per) / rate,
    segmentNaming: isFragmented ? '%number%.m4s' : '%number%.ts',
    ...(isFragmented && { initSegmentName: 'init.mp4' }),
  });
}

/**
 * Creates all resources of an encoding without starting it. @returns the id of the encoding @throws {DomainError}
 * BITMOVIN_FAILED
 */
export async function describeEncoding(request: EncodingRequest): Promise<string> {
  const inputId = await make(request, request.input);
  const outputId = await make(request, request.output);
  const { name, cloudRegion } = request;
  const id = await make(request, { path: '/encoding/encodings', body: { name, cloudRegion } });
  const encodingId = encodeURIComponent(id);
  const streams = await addStreams(request, encodingId, inputId);
  for (const place of request.places) {
    await addMuxing(request, encodingId, outputId, place, streams);
  }
  return encodingId;
}
