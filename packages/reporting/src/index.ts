export * from './events/event.ts';
export * from './events/event-codec.ts';
export * from './fold/batch.ts';
export * from './fold/fold-events.ts';
export * from './sketches/hyper-log-log.ts';
export * from './spool/crc32.ts';
export * from './spool/frame-codec.ts';
