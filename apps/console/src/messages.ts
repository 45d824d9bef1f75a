import { type ValuesFor, written } from './texts/written.ts';

/**
 * Every sentence that the specification fixes, word for word, and those that several screens share.
 * A missing key or a missing `{parameter}` is a compile error.
 */
export const messages = {
  // public pages
  productTitle: 'Server Side Ad Insertion',
  productTitleShort: 'SSAI',
  notFoundCode: 'Error 404',
  notFoundTitle: 'Page not found :(',
  notFoundText: 'Ooooups! Looks like you got lost.',
  companyRequired: 'Please enter a valid Company Name.',
  emailRequired: 'Please enter a valid Email.',
  passwordRequired: 'Please enter a valid Password.',
  termsRequired: 'Please accept the terms and conditions.',
  passwordTooWeak:
    'Password must be at least 14 characters long, must have special characters (!@#$%^&*), lower case (a-z), upper case (A-Z) and numbers (0-9)',
  registered:
    'You have been successfully registered with {product}. You will receive an email, which you need to confirm before you can login.',
  registerFailed: 'An error occured. Try again later or contact support.',

  // sign-in
  wrongCredentials:
    'Email and Password combination does not exist. Please also check that you have verified your email.',
  accountBlocked: 'Your account was blocked. Please contact your system administrator.',
  notAuthorized:
    'You are not authorized to access this resource. Please contact your system administrator.',
  accessDenied: 'Access denied. Please contact your system administrator.',
  tooManyRequests:
    'Your account was blocked because of too many requests. Please contact your system administrator.',
  cannotLogin: 'Cannot login.',
  roleMissing: 'Admin must first set a role for this user.',
  sendVerificationAgain: 'Please send me verification message again',
  verificationSent:
    'You will receive a verification email, if your address exists in our database.',
  passwordResetSent: 'Password reset mail sent. Please check your email!',
  passwordResetSentToUser: 'Password reset mail sent. Please ask user to check email!',
  passwordResetFailed: 'Error sending password reset: {error}',
  verificationMailSent: 'Verification mail sent. Please ask user to check email!',

  // failures of the client
  requestFailed: 'Request failed: {status} - {statusText} - {body}',
  cannotDo: 'Cannot {verb} {resource} - {statusText} - {message}',
  cannotSendVerification: 'Cannot send verification email',
  cannotSendReset: 'Cannot send password reset to {email}',
  cannotRegister: 'Cannot register: {reason}',
  cannotRefresh: 'Cannot refresh: {reason}',
  errorLoggingIn: 'Error logging in: {reason}',
  noToken: 'No Token Transferred',
  noUser: 'User object is null or empty',
  cannotGetToken: 'Cannot get token',

  cannotReach: 'The server cannot be reached. Check your connection.',

  // frame
  close: 'Close',
  imprint: 'Imprint',
  privacy: 'Privacy Statement',
  footerCompany: 'Company',
  versionBuilt: 'v{version} · built {moment}',

  // dialogs
  successTitle: 'Success',
  successText: 'Action succeeded!',
  errorTitle: 'Error',
  errorText: 'Action failed!',
  confirmTitle: 'Are you sure?',
  confirmText: 'You will not be able to recover this item!',

  // lists and details
  noData: 'no data found',
  fetchFailed: 'Error while fetching data: {err}',
  deleted: 'Your item has been deleted.',
  deleteFailed: 'Error while deleting: {msg}',
  saved: 'Your item has been saved!',
  saveFailed: 'Error while Saving: {message}',
  settingsSaveFailed: 'Error while saving: {msg}',
  trialExpired: 'Your 30-day free trial has been expired! Please upgrade your plan...',
  profileSaved: 'Your profile has been saved!',
  loadFailed: 'Error while Loading. {message}',
  errorInLoading: 'Error in loading',
  errorOnPage: 'Error on page',
  copied: '{value} Copied!',

  // channels
  channelNotFound: 'Channel not found',
  sourceTooLarge: 'The source is too large',
  channelReset: 'channel successfully reset',
  channelResetFailed: 'Error resetting channel: {message}',
  invalidJson: 'Invalid JSON',
  invalidJsonIn: 'Invalid JSON in {field}',
  jsonDuplicates: '{field} contains duplicates',
  invalidFields: 'Invalid fields: {list}',
  suspiciousContent: 'Suspicious content found in {field}: {words}. Save anyway?',
  profileChanged: 'Changing the profile may cause re-encodings. Do you want to continue?',
  channelStateFailed: "Error while changing channel's state: {msg}",
  analysisFailed: 'Error while Analysing: {message}',
  noMasterManifest: 'Please provide a master manifest.',
  mp4Source: 'An mp4 source cannot be analysed automatically.',
  mrssSource: 'An MRSS feed url cannot be used as a source.',
  cannotLoadMonitoring: 'Cannot load monitoring data',

  // assets, medias, jobs
  titleNotFound: 'Asset not found',
  mediaNotFound: 'Media not found',
  jobNotFound: 'Job not found',
  mediaDuplicated: 'Media {id} was duplicate successfully.',
  mediaShared:
    'This media cannot be deleted separately. {n} other medias from the same encoding will also be deleted.',
  uploadErrorTitle: 'Upload Error',
  fileTooLarge: 'File size is limited to 1 GB.',
  notEmpty: 'I should not be empty!',
  notUrl: 'I should be a valid URL!',

  // roles of the platform
  roleDown: 'The {role} is down since {time} and is started again by itself.',
  controlPlaneDown: 'Nothing can be saved meanwhile.',
  stitcherDown: 'Viewers get no manifests meanwhile.',
  workerDown: 'Creatives are not encoded and mails are not sent meanwhile.',
  monitorDown: 'Streams play on; live channels are not watched meanwhile.',
  labDown: 'Demo channels have no source meanwhile.',
  roleReason: 'The {role} {reason}: if that repeats, the log has the lines before it.',
  roleContact: 'If it lasts, contact the SuperAdmin of this installation.',
  roleBack: 'The {role} ended and runs again since {time}.',

  // ad slates
  slatesNotLoaded: 'Cannot load ad-slates from server. Please try again later or contact support.',
  slateNeedsProfile: 'You have to specify a profile before uploading ad slates',
  slateNotCreated: 'Cannot create ad slate',
  slateJobStarted: 'Job Started',
  slateNotEncoded: 'Error while trying to encode ad-slate',
  slateEncoded: 'Sucessfully encoded ad-slate',
  slateTooLarge: 'You can upload a file smaller than 1024 MB...',
  slateUploadProblem: 'problem with upload file.',
  slateRefused: 'The server refused the file ({code}): choose another one.',
  slateUploaded: 'Upload Successful',

  // systems, workflows
  systemNotFound: 'System not found',
  systemSaved: 'System Saved',
  systemEditWarning:
    "You have {count} medias created with this system, it could be that by changing it's properties you can no longer be able to delete them from the cloud storage.",
  systemDeleteWarning:
    'You have {count} medias created with this system, it could be that by deleting it you can no longer be able to delete them from the cloud storage.',
  flowNotFound: 'Workflow not found',
  playlistNotFound: 'Playlist not found',

  // dashboard and reports
  noReports: 'No reports added to the dashboard yet',
  noReportsHint: 'Check the "Reports" section to build your personal dashboard',
  channelReports: 'Channel reports',
  assetReports: 'Asset reports',
  cdnReports: 'CDN reports',
  cdnEgress: 'Ad Media CDN Egress',
  cdnUnit: 'Bandwidth in GB',
  reportLoading: 'Loading...',
  reportNoData: 'No data. Try changing your filters.',
  chartUnsupported: 'Data cannot be displayed. Unsupported chartType',
  noCampaigns: 'No active campaigns yet.',
  campaignMissing:
    'Selected campaign ("{user_content}") is not present in the output. Please select another one.',
  pinNeeds: 'chart, system, timing needed',
  cancelSelection: 'Cancel selection',

  // jobs, users, notifications
  jobsFailed: 'One or more jobs failed. Investigate the errors!',
  viewAllNotifications: '... View All',
  invited: '{email} has been invited!',
  userExists: 'The user already exists.',
  userDeleted: 'User deleted successfully',
  noLoggedInUser: 'Cannot get logged in user',
  noUserSelected: 'No user id selected',
  userIdNotFound: 'Cannot find user id',
  cannotUpdateNotification: 'Cannot update the notification',
} as const;

export type MessageKey = keyof typeof messages;

/** The sentence with its `{parameters}` filled in, in the language of the reader where it is loaded. */
export function text<Key extends MessageKey>(
  key: Key,
  ...values: ValuesFor<(typeof messages)[Key]>
): string {
  return written(key, messages[key], values[0]);
}
