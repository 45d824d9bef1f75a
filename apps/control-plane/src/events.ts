/** Every business event of the control plane: one function = one counter and one log line. */
import { DomainError } from '@interlude/contract/errors';
import type { ClusterPush } from '@interlude/persistence';
import type { Logger, Metrics } from '@interlude/runtime';

export interface ControlPlaneEvents {
  loggedIn(userId: string): void;
  loginRefused(error: unknown): void;
  registered(userId: string, kind: 'founder' | 'joiner'): void;
  passwordReset(userId: string): void;
  channelChanged(action: string, tenantId: string, channelId: string): void;
  /** `error` undefined: the cluster accepted the channel. */
  clusterPushed(push: ClusterPush, error: DomainError | undefined): void;
  clusterRoundFailed(error: unknown): void;
  userChanged(action: string, tenantId: string, userId: string): void;
  /** Logged as an error: the worker's purge retries, and until it succeeds the file occupies space. */
  fileNotRemoved(tenantId: string, key: string, error: unknown): void;
  uploadFailed(tenantId: string, error: unknown): void;
  reportFailed(reportName: string, tenantId: string, error: unknown): void;
  answered(route: string, status: number, seconds: number): void;
}

export function createEvents(logger: Logger, metrics: Metrics): ControlPlaneEvents {
  const logins = metrics.counter('interlude_logins_total', 'Logins by outcome', ['outcome']);
  const registrations = metrics.counter('interlude_registrations_total', 'Registrations', ['kind']);
  const resets = metrics.counter('interlude_password_resets_total', 'New passwords set by link');
  const channels = metrics.counter('interlude_channel_changes_total', 'Changes of channels', [
    'action',
  ]);
  const clusterPushes = metrics.counter(
    'interlude_cluster_pushes_total',
    'Channels pushed to SSAI clusters, by outcome',
    ['outcome'],
  );
  const users = metrics.counter('interlude_user_changes_total', 'Changes of users', ['action']);
  const requests = metrics.histogram('interlude_api_request_seconds', 'Duration of API requests', [
    'route',
    'status',
  ]);
  const failedUploads = metrics.counter(
    'interlude_uploads_failed_total',
    'Uploads that could not be worked on, and steps of them that failed',
  );
  const failedReports = metrics.counter(
    'interlude_reports_failed_total',
    'Instances of reports that could not be read',
    ['report'],
  );
  const unremoved = metrics.counter(
    'interlude_media_files_not_removed_total',
    'Files of deleted medias that could not be removed at once',
  );
  return {
    loggedIn: (userId) => {
      logins.add({ outcome: 'ok' });
      logger.info({ userId }, 'user logged in');
    },
    loginRefused: (error) => {
      const outcome = error instanceof DomainError ? error.code : 'INTERNAL';
      logins.add({ outcome });
      logger.info({ outcome }, 'login refused');
    },
    registered: (userId, kind) => {
      registrations.add({ kind });
      logger.info({ userId, kind }, 'user registered');
    },
    passwordReset: (userId) => {
      resets.add();
      logger.info({ userId }, 'password set by link');
    },
    channelChanged: (action, tenantId, channelId) => {
      channels.add({ action });
      logger.info({ action, tenantId, channelId }, 'channel changed');
    },
    clusterPushed: ({ tenantId, channelId, systemId, wanted, failures }, error) => {
      clusterPushes.add({ outcome: error?.code ?? 'accepted' });
      const fields = { tenantId, channelId, systemId, wanted };
      if (error === undefined) logger.debug(fields, 'channel pushed to its cluster');
      else
        logger.warn(
          { ...fields, failures, err: error },
          'channel could not be pushed to its cluster',
        );
    },
    clusterRoundFailed: (error) => {
      clusterPushes.add({ outcome: 'INTERNAL' });
      logger.error({ err: error }, 'channels could not be pushed to clusters');
    },
    userChanged: (action, tenantId, userId) => {
      users.add({ action });
      logger.info({ action, tenantId, userId }, 'user changed');
    },
    fileNotRemoved: (tenantId, key, error) => {
      unremoved.add();
      logger.warn({ tenantId, key, err: error }, 'media file was not removed');
    },
    uploadFailed: (tenantId, error) => {
      failedUploads.add();
      logger.warn({ tenantId, err: error }, 'upload could not be worked on');
    },
    reportFailed: (report, tenantId, error) => {
      failedReports.add({ report });
      logger.error({ report, tenantId, err: error }, 'report could not be read');
    },
    answered: (route, status, seconds) => requests.observe(seconds, { route, status }),
  };
}
