/** Size limits of uploads, without schemas: browsers read them, too. */

/** Bytes of one chunk; the last one may be shorter (API-038). */
export const uploadChunkBytes = 1_048_576;
/** A media file may have exactly this many bytes (OP-26). */
export const mediaUploadLimitBytes = 1_073_741_824;
/** A slate must have fewer than this many bytes (OP-26). */
export const slateUploadLimitBytes = 1_073_741_824;
