import {
  type Channel,
  type ChannelInput,
  channelInput,
  channelLimits,
  secretPlaceholder,
} from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createChannelStore, createSourceRefusalStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { channels } = contract;
const source = 'https://origin.example/live/master.m3u8';

let plane: TestPlane;
let editor: TestUser;
let client: Client;
let viewer: Client;

beforeAll(async () => {
  plane = await startTestPlane({ env: { STITCHER_PUBLIC_URL: 'https://play.example' } });
  const tenantId = await plane.tenant('Acme');
  editor = await plane.user(tenantId, 'Editor');
  client = plane.client(editor);
  viewer = plane.client(await plane.user(tenantId, 'Viewer'));
});
afterAll(() => plane.stop());

const create = (name: string, more: object = {}): Promise<Channel> =>
  client(channels.create, { body: { name, sourceManifestUrl: source, ...more } });

describe('GET /api/v2/channels/sourceRefusals', () => {
  it('SEC-S55 names the channels whose source is too large to those of their company', async () => {
    const { id } = await create('Long');
    await createSourceRefusalStore(plane.database).refuse({
      ...{ tenantId: editor.tenantId, channelId: id, message: 'too large', sinceMs: Date.now() },
      ...{ address: source, expiresMs: undefined },
    });
    const { refusals } = await viewer(channels.sourceRefusals, {});
    expect(refusals).toEqual([
      { channelId: id, address: source, message: 'too large', since: expect.any(String) },
    ]);
    const stranger = await plane.user(await plane.tenant('Other'), 'Admin');
    expect(await plane.client(stranger)(channels.sourceRefusals, {})).toEqual({ refusals: [] });
  });
});

describe('POST /api/v2/channels', () => {
  it('API-018 DATA-008 creates a disabled channel with id, defaults and output address', async () => {
    const made = await create('First');
    expect(made).toMatchObject({
      name: 'First',
      type: 'hls-live',
      state: 'disabled',
      isUsingAdSlate: true,
      startAtDvrWindow: true,
      hlsSuppressTags: [],
      outputUri: `https://play.example/hls/${made.id}/master.m3u8`,
    });
    expect(made.preRoll).toMatchObject({ maxDuration: 30, maxCount: 1 });
    expect(Date.parse(made.createdAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('DATA-012 API-042 a DASH channel over http has an address of its kind', async () => {
    const made = await create('Dash', { type: 'dash-live', http: true });
    expect(made.outputUri).toBe(`http://play.example/dash/${made.id}/manifest.mpd`);
  });

  it('SEC-S86 a company has no more channels than its plan allows', async () => {
    const tenantId = await plane.tenant('Many');
    const maker = plane.client(await plane.user(tenantId, 'Editor'));
    const one = () => maker(channels.create, { body: { name: 'one', sourceManifestUrl: source } });
    await one();
    const { id: _, ...row } = await plane.database.system
      .selectFrom('channels')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: channelLimits.trial - 1 }, (_, index) => ({
      ...row,
      ...{ id: `many-${index}`, settings: JSON.stringify(row.settings), sealed: '{}' },
    }));
    await plane.database.system.insertInto('channels').values(others).execute();
    expect(await failure(one())).toMatchObject({
      ...{ status: 409, code: 'CHANNELS_TOO_MANY' },
      message: expect.stringContaining(`${channelLimits.trial} channels`),
    });
  });

  it('CHE-043 names every wrong field and its error', async () => {
    const error = await failure(
      client(channels.create, {
        body: { name: ' ', sourceManifestUrl: 'nowhere', liveDelay: 601, timeShiftWindow: 3601 },
      }),
    );
    expect(error.status).toBe(422);
    expect(error.message).toBe(
      'Invalid fields: name: I should not be empty!, sourceManifestUrl: I should be a valid URL!, timeShiftWindow: value must be between 0 and 3600, liveDelay: Live delay should be less than 600 seconds and more than 0',
    );
    expect(error.details).toMatchObject({
      errors: { name: 'I should not be empty!', sourceManifestUrl: 'I should be a valid URL!' },
    });
  });

  it('DATA-008 refuses two options that exclude each other', async () => {
    const error = await failure(
      create('Both', { hlsIndependentMediaSequences: true, hlsLegacyMediaSequenceHandling: true }),
    );
    expect(error.message).toContain('Choose one of the two media sequence options.');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/a.m3u8',
    'http://10.0.0.7/a.m3u8',
    'http://2130706433/a.m3u8',
    'http://0x7f.1/a.m3u8',
  ])('SEC-S1 refuses the source %s', async (address) => {
    const error = await failure(create('Inside', { sourceManifestUrl: address }));
    expect(error).toMatchObject({ status: 422, code: 'URL_FORBIDDEN' });
    const ad = await failure(create('Inside', { adSource: { url: address } }));
    expect(ad.code).toBe('URL_FORBIDDEN');
  });

  it('SEC-S13 refuses a placeholder that stands for nothing', async () => {
    const error = await failure(
      create('Copy', { sourceHeaders: { 'x-api-key': secretPlaceholder } }),
    );
    expect(error.message).toContain('sourceHeaders.x-api-key: Enter the value again');
  });
});

describe('GET /api/v2/channels/:id', () => {
  it('API-017 answers one channel, 404 when unknown', async () => {
    const made = await create('One');
    expect(await client(channels.read, { params: { id: made.id } })).toEqual(made);
    const error = await failure(client(channels.read, { params: { id: 'unknown' } }));
    expect(error).toMatchObject({ status: 404, message: 'Channel not found' });
  });

  it('SEC-S13 DATA-018 masks the HMAC secret and the source headers, and the api-key for a Viewer', async () => {
    const made = await create('Secrets', {
      apiKey: 'viewer-key',
      sourceHeaders: { 'x-api-key': 'origin-key' },
      authentication: { hmac: { secret: 'abcd', method: 'SHA256' } },
    });
    expect(made.sourceHeaders).toEqual({ 'x-api-key': secretPlaceholder });
    expect(made.authentication.hmac?.secret).toBe(secretPlaceholder);
    expect(made.apiKey).toBe('viewer-key');
    const [seen] = await viewer(channels.list, { query: { search: 'Secrets' } });
    expect(seen?.apiKey).toBe(secretPlaceholder);
    const row = await plane.database.system
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    for (const secret of ['viewer-key', 'origin-key', 'abcd"']) {
      expect(JSON.stringify(row)).not.toContain(secret);
    }
  });
});

describe('PUT /api/v2/channels/:id', () => {
  it('API-019 saves, and refuses a save over a change of somebody else', async () => {
    const made = await create('Before');
    const saved = await client(channels.update, {
      params: { id: made.id },
      body: { ...made, name: 'After' },
    });
    expect(saved).toMatchObject({ name: 'After', state: 'disabled', createdAt: made.createdAt });
    expect(saved.updatedAt > made.updatedAt).toBe(true);
    const error = await failure(
      client(channels.update, { params: { id: made.id }, body: { ...made, name: 'Late' } }),
    );
    expect(error).toMatchObject({ status: 409, code: 'EDIT_CONFLICT' });
    expect((await client(channels.read, { params: { id: made.id } })).name).toBe('After');
  });

  it('SEC-S13 OP-30 a placeholder sent back keeps the secret, another value replaces it', async () => {
    const made = await create('Keep', {
      sourceHeaders: { 'x-api-key': 'first', 'X-Cdnid': 'cdn' },
      authentication: { hmac: { secret: 'aabb' } },
    });
    const sourceHeaders = { 'x-api-key': 'second', 'X-Cdnid': secretPlaceholder };
    await client(channels.update, { params: { id: made.id }, body: { ...made, sourceHeaders } });
    const stored = await createChannelStore(plane.database).find(editor.tenantId, made.id);
    expect(stored?.sourceHeaders).toEqual({ 'x-api-key': 'second', 'X-Cdnid': 'cdn' });
    expect(stored?.authentication.hmac?.secret).toBe('aabb');
  });

  it('SEC-S13 OP-30 headers of a source are not taken along to another host', async () => {
    const made = await create('Moved', {
      sourceManifestUrl: 'https://origin.example/live.m3u8',
      sourceHeaders: { 'x-api-key': 'of-the-origin' },
    });
    const params = { id: made.id };
    const update = (change: object) =>
      client(channels.update, { params, body: { ...made, ...change } });
    for (const change of [
      { sourceManifestUrl: 'https://mine.example/live.m3u8' },
      { sourceManifestUrl: 'http://origin.example/live.m3u8' },
      { trueSourceUrl: 'https://mine.example/live.m3u8' },
    ]) {
      const error = await failure(update(change));
      expect(error).toMatchObject({ status: 422, code: 'INVALID_FIELDS' });
      expect(error.message).toContain('sourceHeaders.x-api-key: Enter the value again');
    }
    const saved = await update({ sourceManifestUrl: 'https://origin.example/other.m3u8' });
    expect(saved.sourceHeaders).toEqual({ 'x-api-key': secretPlaceholder });
  });

  it('API-017 is 404 for an unknown channel, 422 for a forbidden address', async () => {
    const body = { name: 'X', sourceManifestUrl: source };
    const unknown = await failure(client(channels.update, { params: { id: 'unknown' }, body }));
    expect(unknown.code).toBe('CHANNEL_NOT_FOUND');
    const { id } = await create('Y');
    const forbidden = { ...body, adSlateManifestUrl: 'http://192.168.1.1/slate.m3u8' };
    const error = await failure(client(channels.update, { params: { id }, body: forbidden }));
    expect(error.code).toBe('URL_FORBIDDEN');
  });
});

describe('the fields of a channel', () => {
  /** Every field with a value that is not its default. */
  const full = {
    name: 'Everything',
    type: 'hls-vod',
    state: 'enabled',
    sourceManifestUrl: source,
    adSource: { system: 'gam', url: 'https://ads.example/vast', params: { iu: '/1/2', sz: 1 } },
    profile: {
      muxingType: 'cmaf',
      manifestType: 'hls',
      hasSeparateAudio: true,
      hlsEnableIframeTracks: true,
      useAudioNormalization: true,
      audioNormalization: { integratedLoudness: -16, loudnessRange: 7, maximumTruePeakLevel: -2 },
      ladder: [{ height: 1080 }],
    },
    enablePreRoll: true,
    preRoll: {
      adSource: { system: 'freewheel', url: 'https://pre.example/vast', params: { a: 'b' } },
      useDifferentAdServer: true,
      maxDuration: 45,
      maxCount: 3,
    },
    isUsingAdSlate: false,
    adSlateInBlackoutsOnly: true,
    adSlateManifestUrl: 'https://slate.example/master.m3u8',
    enableServerSideBeacons: false,
    customClientSideBeacons: {
      customClientSideBeaconsBaseUrl: 'https://beacons.example/c',
      events: { start: 'https://beacons.example/start?x=[Y]' },
    },
    internalBeacons: {
      baseUrl: 'https://beacons.example/i',
      events: { impression: '/impression' },
    },
    segmentationConfiguration: {
      spliceMode: 'time_signal',
      segmentationTypeIdsStart: [48],
      segmentationTypeIdsEnd: [49],
      scte35IsHexNotBase64: true,
      defaultDuration: 90,
      fallbackSourceTags: ['live'],
      aHash: { kept: true },
    },
    stitcher: {
      httpProxyUrl: 'https://proxy.example/',
      shouldUseRelativeSegmentUrl: true,
      numberOfSegmentsToReplayAfterMidroll: 5,
      includeDashEvents: true,
      shouldFilterHlsByBandwidth: true,
      bandwidthThreshold: 700_000,
      useScte35: true,
      replaceInsteadOfInsert: true,
      provideVastURL: true,
      removeTrackingTemplate: true,
    },
    apiKey: 'viewer-key',
    http: true,
    presetId: 'preset',
    // Which one there is follows below.
    systemId: '',
    schedulerExternalId: 'schedule',
    isMultiPeriod: true,
    compatibilityHlsMedia: true,
    setScanningFrequency: true,
    minimumSourceUpdatePeriod: 4,
    dynamicConfiguration: true,
    fallbackSourceTags: ['a'],
    readInBandEvents: true,
    passThroughCaidSegmentation: true,
    cohortsEnabled: true,
    adRequestsPerSecond: 8_333,
    contingencyAds: true,
    prefetchSchedules: [
      {
        expectedStart: '2026-03-01T12:00:00Z',
        ...{ every: 900, until: '2026-03-01T23:00:00Z' },
        ...{ duration: 60, requestFrom: 120, usedWithin: 60 },
      },
    ],
    adFrequencyCap: 3,
    sourceHeaders: { 'x-api-key': secretPlaceholder, 'X-Cdnid': secretPlaceholder },
    fallbackUrl: 'https://cdn.example/public.m3u8',
    sourceOrigins: ['https://feeds.example:8443'],
    trueSourceUrl: 'https://true.example/a.m3u8',
    externalBaseUrl: 'https://external.example',
    cacheList: ['https://cache.example/a'],
    prefetchDuration: 20,
    cacheTime: 60,
    contentLocationReplacement: {
      regex: 'a',
      options: 'gi',
      defaultReplacement: 'b',
      allowOverwriteDefault: true,
    },
    adLocationReplacement: {
      regex: 'c',
      options: 'g',
      defaultReplacement: 'd',
      allowOverwriteDefault: true,
    },
    timeShiftWindow: 3_600,
    liveDelay: 12.5,
    decodeSplices: false,
    dvrWindow: 1_800,
    startAtDvrWindow: false,
    suggestedPresentationDelay: 6,
    beaconTiming: 'onElapsed',
    hlsIndependentMediaSequences: true,
    hlsLegacyMediaSequenceHandling: false,
    hlsSuppressTags: ['GAP', 'START'],
    preservePlaylistFilename: true,
    overwriteGroupId: 'audio',
    includeMediaTracks: { iFrames: true, subtitles: false, closedCaptions: false },
    dropPartialReplacements: true,
    dropPartialReplacementsMinPercentage: 50,
    generateTitleIdsUsingURL: true,
    useMediaFileIdAsAdId: false,
    authentication: {
      hmac: {
        secret: secretPlaceholder,
        isSecretEncrypted: true,
        method: 'SHA1',
        window: 600,
        cookieDomain: 'example.org',
      },
    },
  } satisfies ChannelInput;
  const secrets = {
    sourceHeaders: { 'x-api-key': 'k', 'X-Cdnid': 'c' },
    authentication: { hmac: { ...full.authentication.hmac, secret: 'abcd' } },
  };

  it('DATA-019 of the selection has id, name and company', async () => {
    const made = await create('Selectable');
    const rows = await client(channels.list, { query: { search: 'Selectable', limit: -1 } });
    const { id, name } = made;
    expect(rows.map((row) => ({ id: row.id, name: row.name, tenant: row.tenant }))).toEqual([
      { id, name, tenant: editor.tenantId },
    ]);
  });

  it('DATA-008 DATA-009 DATA-010 DATA-011 DATA-012 DATA-013 DATA-014 DATA-015 DATA-016 DATA-017 DATA-018 all survive create, read and save', async () => {
    const all = await client(contract.systems.listSummary, {});
    const systemId = all.find(({ type }) => type === 'ssai-cluster')?.id ?? 'none';
    const made = await client(channels.create, { body: { ...full, ...secrets, systemId } });
    expect(made).toMatchObject({ ...full, systemId });
    expect(made.outputUri).toBe(`http://external.example/hls/${made.id}/master.m3u8`);
    const params = { id: made.id };
    expect(await client(channels.read, { params })).toEqual(made);
    const { updatedAt: _before, ...saved } = await client(channels.update, { params, body: made });
    expect(made).toMatchObject(saved);
  });

  it('DATA-008 the test above names every field', () => {
    const schema = channelInput.shape;
    expect(Object.keys(full).sort()).toEqual(Object.keys(schema).sort());
  });
});

describe('PUT /api/v2/channels/setState/:id', () => {
  it('API-035 enables and disables, and nothing else', async () => {
    const { id } = await create('Switch');
    const on = await client(channels.setState, { params: { id }, body: { state: 'enabled' } });
    expect(on.state).toBe('enabled');
    const off = await client(channels.setState, { params: { id }, body: { state: 'disabled' } });
    expect(off.state).toBe('disabled');
    const answer = await fetch(`${plane.url}/api/v2/channels/setState/${id}`, {
      method: 'PUT',
      headers: { ...bearer(editor.token), 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'paused' }),
    });
    expect(answer.status).toBe(422);
  });
});

describe('PUT /api/v2/channels/reset/:id', () => {
  it('API-034 resets once; a second reset while it runs is 409', async () => {
    const { id } = await create('Reset');
    await client(channels.reset, { params: { id } });
    const stored = await createChannelStore(plane.database).find(editor.tenantId, id);
    expect(stored?.resetCount).toBe(1);
    const error = await failure(client(channels.reset, { params: { id } }));
    expect(error).toMatchObject({ status: 409, code: 'CHANNEL_RESET_RUNNING' });
  });
});

describe('DELETE /api/v2/channels/:id', () => {
  it('API-020 deletes; then the channel is unknown', async () => {
    const { id } = await create('Gone');
    expect(await client(channels.remove, { params: { id } })).toBeUndefined();
    const error = await failure(client(channels.remove, { params: { id } }));
    expect(error.status).toBe(404);
  });
});

describe('GET /api/v2/channels/modelSchema', () => {
  it('API-024 answers the JSON schema of a channel with its defaults', async () => {
    const schema = await client(channels.modelSchema);
    expect(schema).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['name', 'sourceManifestUrl']),
      properties: { state: { default: 'disabled', enum: ['enabled', 'disabled'] } },
    });
  });
});

describe('GET /api/v2/channels/summary', () => {
  it('CHL-001 answers the figures of the own tenant', async () => {
    const fresh = plane.client(await plane.user(await plane.tenant('Summary'), 'Viewer'));
    expect(await fresh(channels.summary, { query: { timeZone: 'Europe/Berlin' } })).toEqual({
      channels: 0,
      watchingNow: 0,
      sessionsToday: 0,
      adsToday: 0,
      completedToday: 0,
      asOf: null,
    });
    const error = await failure(fresh(channels.summary, { query: { timeZone: 'Mars' } }));
    expect(error.code).toBe('REQUEST_INVALID');
  });
});
