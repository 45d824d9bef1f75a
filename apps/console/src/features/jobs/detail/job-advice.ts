/** What to do about a failed job, by the code of its error; the sentence of the error itself says what happened. */

const byWords: Readonly<Record<string, string>> = {
  JOB_CANCELLED: 'Somebody cancelled it. Run it again whenever you want.',
  JOB_TIMED_OUT:
    'Give the workflow more minutes, or choose a faster preset in its encode task, then run the job again.',
  JOB_WORKER_LOST: 'Run it again. When it happens again, look at the memory of the worker.',
  MEDIA_REFUSED:
    'Upload a better file, or change in the probe task of the workflow which findings refuse one.',
  MEDIA_UNREADABLE: 'Play the file on your own machine, export it again and upload that.',
  UPLOAD_INFECTED: 'Do not use the file. Ask whoever delivered it for a clean one.',
  SCANNER_UNSET:
    'Set CLAMD_HOST, or set "required" of the antivirus task to false, then run it again.',
  SCANNER_UNAVAILABLE: 'Start the virus scanner, then run the job again.',
  STORAGE_FAILED: 'Check the storage system and its keys, then run the job again.',
  STORAGE_FULL: 'Free some space, then run the job again.',
  STORAGE_QUOTA_REACHED: 'Delete medias that nobody needs, or change the plan, then run it again.',
  ENCODER_MISSING: 'Install an encoder on the worker, then run the job again.',
  ENCODE_FAILED:
    'Look at the log below for the encoder’s own words. Another engine can be set in the encode task of the workflow.',
  BITMOVIN_FAILED: 'Check the keys of the bitmovin system with Check Bitmovin, then run it again.',
  FLOW_MISSING: 'Have the workflow made again, then run the job again.',
  URL_FORBIDDEN: 'Have the host allowed (EGRESS_ALLOW), or use a public address for the file.',
};

const otherwise = 'Run it again. When it fails again, the log below tells more.';

export function jobAdvice(errorCode: string): string {
  return byWords[errorCode] ?? otherwise;
}
