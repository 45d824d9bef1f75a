/** The remedy for a failed job by its error code; the error's own message states the cause. */

const byWords: Readonly<Record<string, string>> = {
  JOB_CANCELLED: 'A user cancelled the job. Run it again when it is needed.',
  JOB_TIMED_OUT:
    'Raise the timeout of the workflow, or choose a faster preset in its encode task, then run the job again.',
  JOB_WORKER_LOST: 'Run the job again. If it fails again, check the memory of the worker.',
  MEDIA_REFUSED:
    'Upload another file, or remove the finding from "refuse" in the probe task of the workflow.',
  MEDIA_UNREADABLE:
    'Check that the file plays on your computer, export it again and upload the new file.',
  UPLOAD_INFECTED: 'Do not use the file. Ask its deliverer for a clean one.',
  SCANNER_UNSET:
    'Set CLAMD_HOST, or set "required" of the antivirus task to false, then run the job again.',
  SCANNER_UNAVAILABLE: 'Start the virus scanner, then run the job again.',
  STORAGE_FAILED: 'Check the storage system and its keys, then run the job again.',
  STORAGE_FULL: 'Free some space, then run the job again.',
  STORAGE_QUOTA_REACHED: 'Delete unused medias, or change the plan, then run the job again.',
  ENCODER_MISSING: 'Install an encoder on the worker, then run the job again.',
  ENCODE_FAILED:
    'Read the messages of the encoder in the log below. Set another engine in the encode task of the workflow.',
  BITMOVIN_FAILED:
    'Check the keys of the bitmovin system with Check Bitmovin, then run the job again.',
  FLOW_MISSING: 'Create the workflow again, then run the job again.',
  URL_FORBIDDEN:
    'Allow the host with EGRESS_ALLOW and have a SuperAdmin grant it to your company, or use a public URL for the file.',
};

const otherwise = 'Run the job again. If it fails again, read the log below.';

export function jobAdvice(errorCode: string): string {
  return byWords[errorCode] ?? otherwise;
}
