export { createMonitor, type MonitorDeps } from './monitor.ts';
export { type RecordedLooks, type ReplayedLooks, replayLooks } from './replay/replay-looks.ts';
