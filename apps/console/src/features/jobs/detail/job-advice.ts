/** The remedy for a failed job by its error code; the error's own message states the cause. */
import { t } from '../../../texts/t.ts';

const byWords: Readonly<Record<string, string>> = {
  JOB_CANCELLED: t('A user cancelled the job. Run it again when it is needed.'),
  JOB_TIMED_OUT: t(
    'Raise the timeout of the workflow, or choose a faster preset in its encode task, then run the job again.',
  ),
  JOB_WORKER_LOST: t('Run the job again. If it fails again, check the memory of the worker.'),
  MEDIA_REFUSED: t(
    'Upload another file, or remove the finding from "refuse" in the probe task of the workflow.',
  ),
  MEDIA_UNREADABLE: t(
    'Check that the file plays on your computer, export it again and upload the new file.',
  ),
  UPLOAD_INFECTED: t('Do not use the file. Ask its deliverer for a clean one.'),
  SCANNER_UNSET: t(
    'Set CLAMD_HOST, or set "required" of the antivirus task to false, then run the job again.',
  ),
  SCANNER_UNAVAILABLE: t('Start the virus scanner, then run the job again.'),
  STORAGE_FAILED: t('Check the storage system and its keys, then run the job again.'),
  STORAGE_FULL: t('Free some space, then run the job again.'),
  STORAGE_QUOTA_REACHED: t('Delete unused medias, or change the plan, then run the job again.'),
  ENCODER_MISSING: t('Install an encoder on the worker, then run the job again.'),
  ENCODE_FAILED: t(
    'Read the messages of the encoder in the log below. Set another engine in the encode task of the workflow.',
  ),
  BITMOVIN_FAILED: t(
    'Check the keys of the bitmovin system with Check Bitmovin, then run the job again.',
  ),
  FLOW_MISSING: t('Create the workflow again, then run the job again.'),
  URL_FORBIDDEN: t(
    'Allow the host with EGRESS_ALLOW and have a SuperAdmin grant it to your company, or use a public URL for the file.',
  ),
};

const otherwise = t('Run the job again. If it fails again, read the log below.');

export function jobAdvice(errorCode: string): string {
  return byWords[errorCode] ?? otherwise;
}
