/** The errors of uploads, storage, conditioning and encoders: a part of the one catalogue. */
import type { ErrorEntry } from './error-entry.ts';

export const mediaErrors = {
  // uploads and storage
  UPLOAD_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Upload not found' },
  UPLOAD_INVALID: {
    status: 400,
    name: 'Bad Request',
    message: 'The upload cannot be read: {reason}.',
  },
  UPLOAD_TYPE_UNSUPPORTED: {
    status: 415,
    name: 'UnsupportedMediaError',
    message: 'Only {accepted} files can be uploaded; this file has another type.',
  },
  UPLOAD_TOO_LARGE: {
    status: 413,
    name: 'PayloadTooLargeError',
    message: 'File size is limited to 1 GB.',
  },
  SLATE_TOO_LARGE: {
    status: 413,
    name: 'PayloadTooLargeError',
    message: 'You can upload a file smaller than 1024 MB...',
  },
  UPLOAD_INFECTED: {
    status: 422,
    name: 'InfectedError',
    message: 'The file is infected ({signature}) and was deleted.',
  },
  STORAGE_QUOTA_REACHED: {
    status: 507,
    name: 'QuotaError',
    message:
      'The plan of this company holds {limitBytes} bytes of media, and {usedBytes} are used. Delete medias or change the plan.',
  },
  STORAGE_FAILED: {
    status: 502,
    name: 'StorageError',
    message: 'The storage {storage} failed: {reason}.',
  },
  STORAGE_FULL: {
    status: 507,
    name: 'StorageError',
    message: 'The disk is full. Free some space on {storage}, then run the job again.',
  },
  STORED_FILE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'There is no such file.' },

  // conditioning
  SCANNER_UNAVAILABLE: {
    status: 503,
    name: 'ScannerError',
    message: 'The virus scanner at {address} cannot be used: {reason}.',
  },
  SCANNER_UNSET: {
    status: 503,
    name: 'ScannerError',
    message: 'The workflow requires a virus scan, but no scanner is configured (CLAMD_HOST).',
  },
  MEDIA_REFUSED: {
    status: 422,
    name: 'MediaRefusedError',
    message: 'The file cannot be used: {findings}',
  },
  MEDIA_UNREADABLE: {
    status: 422,
    name: 'MediaRefusedError',
    message: 'The file cannot be read as media: {reason}',
  },
  PACKAGE_FAULTY: {
    status: 500,
    name: 'EncodeError',
    message: 'The output of the encoder is invalid: {reason}.',
  },
  BITMOVIN_FAILED: {
    status: 502,
    name: 'EncodeError',
    message: 'Bitmovin answered: {reason}',
  },
  JOB_TIMED_OUT: {
    status: 504,
    name: 'JobError',
    message: 'The job took longer than the {minutes} minutes of its workflow.',
  },
  JOB_CANCELLED: { status: 409, name: 'JobError', message: 'The job was cancelled.' },
  JOB_WORKER_LOST: {
    status: 500,
    name: 'JobError',
    message: 'The worker of this job stopped before the job ended.',
  },

  // encoders
  ENCODER_MISSING: {
    status: 503,
    name: 'EncoderMissingError',
    message:
      'No encoder is available. Install ffmpeg 5 or newer (or set FFMPEG_PATH), or install with optional dependencies so that node-av is there.',
  },
  ENCODE_FAILED: {
    status: 500,
    name: 'EncodeError',
    message: 'The encoder {engine} failed: {reason}',
  },
  ENCODE_CANCELLED: {
    status: 409,
    name: 'EncodeCancelledError',
    message: 'The encoding was cancelled.',
  },
  MEDIA_NOT_READY: {
    status: 503,
    name: 'MediaNotReadyError',
    message: 'The lab is still making {media} ({percent} % of all its media). Try again shortly.',
  },
  THUMBNAIL_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'This picture is not kept: the splice was not decoded, or its 24 hours are over.',
  },
} as const satisfies Record<string, ErrorEntry>;
