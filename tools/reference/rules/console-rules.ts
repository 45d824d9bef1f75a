/** Rules of the console's pages, by requirement. Texts in quotes are shown literally. */
import type { RuleArea } from './rule-area.ts';

export const consoleRules: readonly RuleArea[] = [
  {
    title: 'Public pages',
    rules: {
      'PUB-001':
        'The start page `/` offers a login button that begins the sign-in and returns to the dashboard.',
      'PUB-002': 'The registration page `/register` opens without a session.',
      'PUB-003': 'The login page `/login` opens without a session.',
      'PUB-004':
        "An unknown public address shows the 404 page: 'Error 404', 'Page not found :(', 'Ooooups! Looks like you got lost.'",
      'PUB-005':
        'The public header links to registration and login; the login link begins the sign-in.',
      'PUB-006': "The public header shows the product's title, shortened on small screens.",
      'PUB-007': 'On small screens the links of the public header are in a drawer.',
      'PUB-008': 'Registration asks for company name, e-mail and password.',
      'PUB-009':
        "The terms are accepted by a checkbox; its link opens a scrollable dialog that 'Ok, got it' closes.",
      'PUB-010':
        "The button of the registration says 'Get started', and 'Registering...' without effect while the request runs.",
      'PUB-011':
        'Registration checks company, e-mail, password and terms in this order and shows the first fault.',
      'PUB-012':
        "A company name of nothing but blanks is refused: 'Please enter a valid Company Name.'",
      'PUB-013': "A missing e-mail is refused: 'Please enter a valid Email.'",
      'PUB-014': "A missing password is refused: 'Please enter a valid Password.'",
      'PUB-015':
        "Terms that are not accepted are refused: 'Please accept the terms and conditions.'",
      'PUB-016':
        'A weak password is answered with the sentence that names its rules (14 characters, special, lower case, upper case, digit).',
      'PUB-017': 'A Bad Request to the registration is shown as a fault of the e-mail.',
      'PUB-018':
        'A successful registration leads to the login page and says that an e-mail has to be confirmed first.',
      'PUB-019':
        "Any other failure of the registration shows 'An error occured. Try again later or contact support.'",
      'PUB-020':
        'The terms cover service types, definitions, fees, term, termination, liability and governing law.',
      'PUB-021':
        "The terms name their figures: 100,000 sessions, renewal by a year, 180 days' notice, 30 days' cure, three weeks for defects, euros, German law.",
      'PUB-022': 'Who opens `/` with a stored token gets the dashboard at once.',
      'PUB-023':
        'Without a session the sign-in starts by itself, except on the registration and the API description.',
      'PUB-024':
        'After a sign-in at the provider the token is fetched with the scope `read_write:all`, stored, and the return address opened.',
      'PUB-025':
        'An error of the provider is shown; then the session is ended, the storage cleared and the origin opened.',
      'PUB-026': 'The card of the login page comes in after 100 ms.',
      'PUB-027': 'Web analytics starts on the configured admin host alone.',
    },
  },
  {
    title: 'Sign-in and session',
    rules: {
      'AUTH-001': 'A sign-in with credentials clears stored tokens before it calls the server.',
      'AUTH-002':
        'A successful sign-in stores both tokens, opens the dashboard and loads the user.',
      'AUTH-003':
        'A user without a role cannot sign in: the message asks for an administrator, who is notified.',
      'AUTH-004': 'Without a token every page of the app redirects to `/login`.',
      'AUTH-005': 'A token from which no user can be read redirects to `/login`.',
      'AUTH-006': 'An answer of 401 ends the session and redirects to `/login`.',
      'AUTH-007':
        'A 401 for an invalid token is answered by one refresh and one repetition of the request.',
      'AUTH-008': "A refresh that fails raises 'Cannot refresh: …' and redirects to `/login`.",
      'AUTH-009':
        'Errors of the sign-in that a verification can cure offer to send the verification e-mail again.',
      'AUTH-010':
        'Confirming that offer requests the e-mail and says that it will come if the address exists.',
      'AUTH-011': 'Logout removes both tokens and opens `/`.',
      'AUTH-012': 'Logout from the user menu opens `/login`.',
      'AUTH-013':
        "Logout at an external provider passes the client id and returns to the app's origin.",
      'AUTH-014': 'The token carries the user: id, name, e-mail, current company, companies, role.',
    },
  },
  {
    title: 'Layout and navigation',
    rules: {
      'NAV-001': '`/app` redirects to the dashboard.',
      'NAV-002': '`/app/settings` redirects to the first settings page.',
      'NAV-003': 'An unknown address inside the app opens the landing page of the role.',
      'NAV-004':
        'The company selector stores the company, sends it with later requests and opens the dashboard.',
      'NAV-005': "The notifications menu links to all of them: '... View All'.",
      'NAV-006': "The notifications badge shows the count, and '9+' above nine.",
      'NAV-007': 'The header fetches ten notifications of status new.',
      'NAV-008': 'The user menu offers Profile and Logout.',
      'NAV-009': 'The support link opens the help desk in a new tab.',
      'NAV-010': 'The footer links to Imprint, Privacy Statement and Company.',
      'NAV-011': 'The footer shows the version with the time of the build.',
      'NAV-012': 'The footer shows the copyright.',
      'NAV-013': 'The sidebar groups Ad Insertion and Settings can be collapsed.',
      'NAV-014': 'The sidebar shows the logo, and an icon for each item.',
      'NAV-015': 'The sidebar is 320 px wide, and 105 px when it is collapsed.',
      'NAV-016': 'A collapsed sidebar opens under the pointer after a delay only.',
      'NAV-017': 'Detail pages are no items of the sidebar.',
      'NAV-018': 'The sidebar offers what the role may open, and nothing else.',
      'NAV-019': 'The title bar shows the title of the page.',
      'NAV-020': 'The padding of the layout changes at 960, 1600 and 1814 px.',
      'NAV-021':
        'A banner appears when the number of failed jobs has become another one than zero.',
      'NAV-022': "The banner says 'One or more jobs failed. Investigate the errors!'",
      'NAV-023': 'A closed banner stays closed until the number of failed jobs changes.',
      'NAV-024': 'The banner opens the list of jobs filtered to failed ones.',
      'NAV-025': 'The counter of running jobs is grey at zero.',
      'NAV-026': 'The counter opens the list of jobs that ran in the last minute.',
      'NAV-027':
        'Banner and counter exist for every role but the Viewer, who causes no such requests.',
      'NAV-028': 'Banner and counter ask every 10 s: ten failed jobs, and the running ones.',
      'NAV-029': "A change of the window's size is handled once, 500 ms after the last one.",
      'NAV-030':
        'A toast stands at the top, says success or error, can be closed and goes after 3 s.',
    },
  },
  {
    title: 'Lists',
    rules: {
      'LIST-001': 'A list can be searched, sorted by column and paged.',
      'LIST-002': 'A list shows 10 rows per page, or 5 or 25.',
      'LIST-003': "A list offers 'Add {resource}', and edit and delete for each row.",
      'LIST-004': 'A list is sorted by its creation time, newest first.',
      'LIST-005':
        'A second click on a column sorts the other way; sorting returns to the first page.',
      'LIST-006': 'A new search returns to the first page.',
      'LIST-007': "Delete asks 'Are you sure?' before anything is sent.",
      'LIST-008': "A deletion is confirmed by 'Your item has been deleted.'",
      'LIST-009': "A deletion that fails shows 'Error while deleting: {msg}'.",
      'LIST-010': "An empty list shows 'no data found'.",
      'LIST-011': "A list that cannot be loaded shows 'Error while fetching data: {err}'.",
      'LIST-012': 'A request for a resource is loading until its answer or its error is there.',
      'LIST-013': "A list's answer replaces the rows, or is merged into them where rows are kept.",
      'LIST-014': 'An answer of one item is merged into the current one.',
      'LIST-015':
        'The state of a resource is its current item, its list, an error and whether it is loading.',
      'LIST-016':
        'An item without an id is created, one with an id is updated; after the first save the next one updates.',
      'LIST-017': 'An answer whose code is 400 or more is a failure, whatever its status.',
    },
  },
  {
    title: 'List of channels',
    rules: {
      'CHL-001': 'The list of channels shows name, type, id and creation time.',
      'CHL-002': 'The list of channels shows 10 rows per page.',
      'CHL-003': 'The list of channels is fetched again every 60 s.',
      'CHL-004': 'The play button of a row chooses the channel of the player.',
      'CHL-005': 'The switch of a row shows and changes whether the channel is enabled.',
      'CHL-006': 'The switch has no effect while its change is being saved.',
      'CHL-007':
        "A change that fails is taken back, with 'Error while changing channel's state: {msg}'.",
      'CHL-008': 'A channel can be reset from its row.',
      'CHL-009': "A reset is confirmed by 'channel successfully reset'.",
      'CHL-010': "A reset that fails shows 'Error resetting channel: {message}'.",
      'CHL-011': 'While a reset runs no other can be started.',
      'CHL-012': 'The monitoring timeline of a channel is a dialog with Refresh and Close.',
    },
  },
  {
    title: 'Channel editor',
    rules: {
      'CHE-001':
        'The editor creates a channel under the id `new`, or edits one; its title is Channel Details.',
      'CHE-002': "An unknown channel shows 'Channel not found'.",
      'CHE-003': "Any other failure to load shows 'Error while Loading. ' with the message.",
      'CHE-004':
        'The editor has a section for each part of a channel, from its details to the custom beacon server.',
      'CHE-005': 'Ctrl+S or Cmd+S saves the channel instead of the page.',
      'CHE-006': 'Ctrl+H or Cmd+H fills a new channel with the HbbTV live preset.',
      'CHE-007': "A channel's type is its manifest type and '-vod' or '-live'.",
      'CHE-008': 'Switching between VoD and live changes the second half of the type alone.',
      'CHE-009': 'A new channel is disabled.',
      'CHE-010': "The states of a channel come from the server's model schema.",
      'CHE-011': 'A new channel uses an ad slate.',
      'CHE-012': "A channel without a name is refused: 'I should not be empty!'",
      'CHE-013': "A source that is no URL is refused: 'I should be a valid URL!'",
      'CHE-014': 'The output address cannot be edited; it comes with the answer to the save.',
      'CHE-015':
        "Ad parameters, profile and beacon events have to be JSON, else 'Invalid JSON' and a way back to the last valid text.",
      'CHE-016': "A profile with a key twice is refused: 'Profile contains duplicates'.",
      'CHE-017': "Any other property edited as JSON has to parse, else 'Invalid JSON in {field}'.",
      'CHE-018':
        "The salt of hashValueWithSalt has at least 15 bytes, else 'Value should be at least 15 bytes long.'",
      'CHE-019': 'The least share of a partial replacement is a whole percentage from 0 to 100.',
      'CHE-020':
        'The least update period of a source is rounded up and kept between 0 and 20 seconds.',
      'CHE-021':
        'The segmentation type ids that start and end a break are lists with at least one entry.',
      'CHE-022':
        "An encrypted HMAC secret of odd length is refused: 'Secret code is not an even character length.'",
      'CHE-023':
        'Text that looks like a script in profile, ad parameters or beacon events asks for a confirmation.',
      'CHE-024':
        'Saving another profile asks for a confirmation, because creatives may be encoded again.',
      'CHE-025': 'Another ad server system brings its own default parameters.',
      'CHE-026':
        'The ad server systems are spotx, freewheel, gam, proxy and gva, each with a template.',
      'CHE-027':
        'The analysis fills the profile and the settings of a new channel and opens the profile.',
      'CHE-028':
        "On a channel that exists the analysis shows old and new profile and offers 'Update Profile'.",
      'CHE-029': "An analysis that fails shows 'Error while Analysing: ' with the message.",
      'CHE-030': 'A media playlist given as the source asks for the multivariant playlist.',
      'CHE-031': 'An mp4 source is answered with the sentence that it cannot be analysed.',
      'CHE-032': 'An MRSS feed is answered with the sentence that it cannot be a source.',
      'CHE-033': 'Warnings of the analysis name the rendition by width x height.',
      'CHE-034': 'Turning HMAC off removes its settings.',
      'CHE-035': 'Turning the scanning frequency off clears the least update period.',
      'CHE-036':
        'The http switch changes the scheme of the output address and of the beacon addresses.',
      'CHE-037':
        'A pre-roll has an ad server of its own when wanted, at most 30 s and one ad unless said otherwise.',
      'CHE-038':
        'Beacon events are impression, start, firstQuartile, midpoint, thirdQuartile, complete and click.',
      'CHE-039': 'The custom beacon server has a base address and its events.',
      'CHE-040':
        "While a channel or playlist is saved its Save buttons have no effect and say 'Saving ... '.",
      'CHE-041': "A save is confirmed by 'Your item has been saved'.",
      'CHE-042': "A save that fails shows 'Error while Saving: ' with the message.",
      'CHE-043':
        "Faults that the server finds are listed by field: 'Invalid fields: key: error, ...'.",
      'CHE-044':
        'A cluster that refuses the credentials is named as reachable, with the advice to check its system.',
      'CHE-045':
        'A cluster that cannot be reached is named so, with the advice to check its system.',
      'CHE-046':
        'A cluster whose channel API is down is named so, with the advice to check its system.',
      'CHE-047':
        "The time-shift window of a live channel is 0 to 3600 s, else 'value must be between 0 and 3600'.",
      'CHE-048':
        "The live delay is 0 to 600 s, else 'Live delay should be less than 600 seconds and more than 0'.",
      'CHE-049': 'The playlist size of a live channel is 0 to 3600 s.',
      'CHE-050': 'Growing Playlist is the opposite of startAtDvrWindow.',
      'CHE-051': 'Fields for live channels are not shown on VoD channels.',
      'CHE-052':
        'Independent and legacy media sequences exclude each other; they are offered on HLS live channels.',
      'CHE-053':
        'The tags that an HLS live channel may suppress are chosen from the closed list of ten.',
      'CHE-054': 'HLS channels can keep the file name of the playlist.',
      'CHE-055': 'A channel can reach its source through an http proxy.',
      'CHE-056': 'A VoD channel can write relative segment addresses; it does not by default.',
      'CHE-057': 'A VoD channel replays three segments behind a mid-roll by default.',
      'CHE-058': 'A DASH VoD channel can list the breaks as DASH events.',
      'CHE-059': 'An HLS VoD channel can leave variants above a bandwidth out.',
      'CHE-060': 'That bandwidth is 650000 bit/s by default.',
      'CHE-061': 'A VoD channel can take its breaks from SCTE-35 markers.',
      'CHE-062': 'A VoD channel can replace marked content instead of inserting ads.',
      'CHE-063': 'A VoD channel can provide a VAST address to the client.',
      'CHE-064':
        'The tracking template can be left out of the body where a VAST address is provided.',
      'CHE-065': 'Turning the VAST address off turns that off, too.',
      'CHE-066': 'A clip is known by its source address or by its media file id, never by both.',
      'CHE-067': 'A live channel can name the id under which a scheduler announces its breaks.',
      'CHE-068': 'The advanced settings have a Save button.',
      'CHE-069':
        'Audio normalisation has three figures: integrated loudness, loudness range and true peak.',
      'CHE-070': 'The integrated loudness is -70 to -5 LUFS, by default -23.',
      'CHE-071': 'The loudness range is 1 to 20 LU, by default 11.',
      'CHE-072': 'The true peak is -9 to 0 dBTP, by default -1.',
      'CHE-073': 'Turning audio normalisation off keeps its figures.',
      'CHE-074': "A channel page that fails to render shows 'Error on page'.",
    },
  },
  {
    title: 'Ad slates',
    rules: {
      'SLATE-001': 'A live channel can use an ad slate.',
      'SLATE-002': 'Switching the ad slate on or off clears its address.',
      'SLATE-003': 'The slate is chosen among all assets of type ad-slate.',
      'SLATE-004':
        "Slates that cannot be loaded show 'Cannot load ad-slates from server. Please try again later or contact support.'",
      'SLATE-005': 'An mp4 file can be uploaded as a slate; other files are refused.',
      'SLATE-006':
        "An upload without a profile is refused: 'You have to specify a profile before uploading ad slates'.",
      'SLATE-007':
        "Without a profile and a channel type there is no slate: 'Cannot create ad slate'.",
      'SLATE-008': 'The address of the slate cannot be edited.',
      'SLATE-009': 'A progress bar shows how far the conditioning of the slate is.',
      'SLATE-010': 'Choosing a slate puts the channel asset and takes its address.',
      'SLATE-011': "A slate that is not conditioned yet starts a job: 'Job Started'.",
      'SLATE-012': 'After three failed jobs the editor requires that they are archived first.',
      'SLATE-013': "Any other failure shows 'Error while trying to encode ad-slate'.",
      'SLATE-014':
        'The job of a slate is polled every 5 s; its bar grows by 2 and goes from above 99 to 70.',
      'SLATE-015':
        "A finished job sets the slate's address and says 'Sucessfully encoded ad-slate'.",
      'SLATE-016': 'A failed job shows its error and those of its tasks.',
      'SLATE-017':
        'A slate file of 1024 MB or more is refused with the sentence that names the limit.',
      'SLATE-018': "An upload that fails for no known reason shows 'problem with upload file.'",
      'SLATE-019': "A failed upload opens the dialog 'Upload Error'.",
      'SLATE-020': 'A missing flow channel-assets-conditioning has a message of its own.',
      'SLATE-021': "An upload is confirmed by 'Upload Successful'.",
      'SLATE-022':
        'The progress events of an upload are uploaded, uploadToAzure, updateChannel, antivirusCheck, virusInfected, done and error.',
    },
  },
  {
    title: 'Monitoring timeline',
    rules: {
      'MON-001': 'Live channels have a monitoring timeline.',
      'MON-002': 'The timeline shows 1200 s.',
      'MON-003': 'The source is drawn above the output.',
      'MON-004': 'A click selects a segment or a message.',
      'MON-005': 'Source and output manifest of the selection stand side by side.',
      'MON-006': 'What identifies the selection is highlighted in both manifests.',
      'MON-007': 'On HLS live channels the playlist can be chosen.',
      'MON-008': 'A legend explains the colours.',
      'MON-009': "Data that are missing show 'Cannot load monitoring data'.",
      'MON-010': 'A lane is 100 px high, the gap between lanes 30 px.',
      'MON-011': 'The end of the timeline is padded by 10 s.',
      'MON-012': 'A DASH event is drawn 20 s wide.',
      'MON-013': 'The head of the timeline is 64 px high for HLS and 60 px for DASH.',
    },
  },
  {
    title: 'Systems',
    rules: {
      'SYS-001': 'The list of systems shows id, name and creation time.',
      'SYS-002': 'A system has a name, a type, a category and the settings of its type.',
      'SYS-003': "Types and categories come from the server's schema.",
      'SYS-004': 'The settings come from the schema of the chosen type.',
      'SYS-005': 'A bitmovin system has apiKey and organizationId.',
      'SYS-006': 'Secrets among the settings are masked.',
      'SYS-007': "'Check Bitmovin' works on saved settings only.",
      'SYS-008': "'Check Bitmovin' shows success, or the message of the failure.",
      'SYS-009': "A saved system is confirmed by 'System Saved'.",
      'SYS-010': "A save that fails shows 'Error while Saving: {message}'.",
      'SYS-011':
        "An unknown system shows 'System not found', any other failure 'Error while Loading. {message}'.",
      'SYS-012': 'Changing a system that made medias asks first and says how many they are.',
      'SYS-013': 'Deleting a system that made medias asks first and says how many they are.',
    },
  },
  {
    title: 'Assets',
    rules: {
      'AST-001': 'The list of assets shows name, type, state, id and creation time.',
      'AST-002': 'The pages of an asset show its id below the title.',
      'AST-003': 'An asset has the tabs Metadata, Medias and Jobs.',
      'AST-004': 'Each of those tabs has an address of its own.',
      'AST-005': 'An asset needs a name.',
      'AST-006': 'An asset is a movie, episode, season, series, ad, catchup or ad-slate.',
      'AST-007': "The state of an asset cannot be edited; it is 'delivered' by default.",
      'AST-008': 'An asset can name its studio, its deliverer and a synopsis.',
      'AST-009': "A saved asset is confirmed by 'Your item has been saved!'",
      'AST-010': "A save that fails shows 'Error while Saving: {message}'.",
      'AST-011': "An unknown asset shows 'Asset not found', any other failure 'Error in loading'.",
      'AST-012': 'The jobs of an asset are listed with status, id, name and creation time.',
      'AST-013': 'The jobs tab lists jobs of its asset alone.',
    },
  },
  {
    title: 'Medias and uploads',
    rules: {
      'MED-001': 'The list of medias shows name, type, id, creation date and address.',
      'MED-002': "Id and address can be copied, with the toast '{value} Copied!'",
      'MED-003': 'Medias can be filtered by type.',
      'MED-004': 'NEW MEDIA opens the editor under the id `new`.',
      'MED-005': 'A media file is an .mp4 or a .mov.',
      'MED-006': 'A progress bar shows the upload and is empty afterwards.',
      'MED-007':
        "A media file has at most 1 GiB, else 'Error while Saving: File size is limited to 1 GB.'",
      'MED-008': 'Source medias can be played in a dialog, others cannot.',
      'MED-009': 'A copy of a media has its fields, but neither its ids nor its creation time.',
      'MED-010': "A copy is confirmed by 'Media {id} was duplicate successfully.'",
      'MED-011': 'The list of medias shows 10 rows per page.',
      'MED-012': 'Deleting a media of an encoding says how many others of the encoding go with it.',
      'MED-013': 'A confirmed deletion removes all medias of the encoding.',
      'MED-014': 'A media without an encoding is deleted alone, after the usual question.',
      'MED-015': "An unknown media shows 'Media not found', any other failure 'Error in loading'.",
      'MED-016': "A saved media is confirmed by 'Your item has been saved!'",
      'MED-017': "An upload that fails opens 'Upload Error' or shows 'Error while Saving: {err}'.",
    },
  },
  {
    title: 'Jobs',
    rules: {
      'JOB-001': 'The list of jobs shows name, progress, duration, flow, id and creation time.',
      'JOB-002': 'The hash of the address filters jobs by status.',
      'JOB-003': 'The hash of the address filters jobs by time.',
      'JOB-004': 'A job has a page of its own, and one below its asset.',
      'JOB-005': 'A running job is polled every 5 s.',
      'JOB-006': 'Its progress bar grows by 2 % per poll, to 100 % at most.',
      'JOB-007': 'A job ends done or failed; then its status is shown and polling stops.',
      'JOB-008': 'A job lasts from its start to its end, and to now while it runs.',
      'JOB-009': "An unknown job shows 'Job not found', any other failure 'Error in loading'.",
      'JOB-010': "A changed job is confirmed by 'Your item has been saved!'",
      'JOB-011': "The errors of a job's tasks are shown.",
    },
  },
  {
    title: 'Workflows',
    rules: {
      'FLOW-001': 'The list of workflows shows id, name and creation time.',
      'FLOW-002':
        'A workflow has a name, attempts, a time-out in minutes and its task templates as JSON.',
      'FLOW-003': 'Task templates that are no JSON are not saved.',
      'FLOW-004': "A saved workflow is confirmed by 'Your item has been saved!'",
      'FLOW-005':
        "An unknown workflow shows 'Workflow not found', any other failure 'Error in loading'.",
    },
  },
  {
    title: 'Users',
    rules: {
      'USR-001':
        'The list of users shows id, name, whether the e-mail is verified and creation time.',
      'USR-002': 'Users are invited from within the list.',
      'USR-003': "An invitation is confirmed by '{email} has been invited!'",
      'USR-004': 'After an invitation Cancel becomes Back, and Invite has no effect.',
      'USR-005': "'The user already exists.' is shown as an error.",
      'USR-006': 'A user can be made Viewer or Editor.',
      'USR-007': 'Admin and SuperAdmin are shown for those who are, and cannot be chosen.',
      'USR-008':
        "An Admin can have a password reset: 'Password reset mail sent. Please ask user to check email!'",
      'USR-009': "A reset that fails shows 'Error sending password reset: {error}'.",
      'USR-010': 'An Admin can have the verification e-mail sent again.',
      'USR-011': "A save that fails brings the user's values back.",
      'USR-012':
        "A deletion says 'User deleted successfully', and the list is fetched again after 2.2 s.",
      'USR-013': "An action without a chosen user shows 'No user id selected'.",
      'USR-014': "An action on a user without an id shows 'Cannot find user id'.",
    },
  },
  {
    title: 'Profile',
    rules: {
      'PROF-001': 'The profile edits the own data and subscriptions.',
      'PROF-002': "A saved profile is confirmed by 'Your profile has been saved!'",
      'PROF-003': 'Admins save their profile as a user.',
      'PROF-004': 'Viewers and Editors save their subscriptions alone.',
      'PROF-005':
        "An own password reset is confirmed by 'Password reset mail sent. Please check your email!'",
      'PROF-006': 'A new subscription is for own failed jobs, by e-mail.',
      'PROF-007': 'A subscription is for one of six topics of jobs, channels and monitoring.',
      'PROF-008': 'A subscription goes out by e-mail, slack or webhook.',
      'PROF-009': 'A subscription listens to own events or to all.',
      'PROF-010': 'A webhook is called by GET, POST, PUT or DELETE.',
      'PROF-011': "The address of a webhook has to be a URL: 'Enter a valid url'.",
      'PROF-012': "An own user that cannot be read shows 'Cannot get logged in user'.",
    },
  },
  {
    title: 'Notifications',
    rules: {
      'NOTE-001': 'Notifications have the tabs Personal, My Company and Archived.',
      'NOTE-002': 'Ticking a notification archives it and takes it from the list.',
      'NOTE-003': "50 notifications are shown; 'Load more' appends the next ones.",
      'NOTE-004': "One that cannot be archived shows 'Cannot update the notification'.",
    },
  },
  {
    title: 'Subscription and API key',
    rules: {
      'SUB-001': 'The account page has the API settings and the subscription.',
      'SUB-002': 'There are four tiers: trial, basic, professional and enterprise.',
      'SUB-003': 'The current tier is highlighted.',
      'SUB-004': 'A trial shows the days that are left.',
      'SUB-005': 'A trial that is over says so and asks for an upgrade.',
      'SUB-006': 'There is a dialog to subscribe and one for the details.',
      'SUB-007':
        'The dialog to subscribe asks for contact, company, address, country, phone and tax id.',
      'SUB-008': 'Countries come from a fixed list.',
      'SUB-009': 'There are 27 types of tax id.',
      'SUB-010': 'The card of the trial names its price, its 30 days and its scale.',
      'SUB-011': 'The card of basic names its price, committed events, scale and least fee.',
      'SUB-012': 'The card of professional names its price, events, scale and cluster.',
      'SUB-013': 'The card of enterprise names its price, events, scale and cloud.',
      'APIK-001': 'The API settings offer to generate a key and to save it.',
      'APIK-002': 'A key is a random UUID.',
      'APIK-003': 'The SHA-256 of the key is stored; the key itself is never sent.',
      'APIK-004': 'A key that exists is shown masked.',
      'APIK-005': 'Save works after a key was generated.',
      'APIK-006': 'Save updates id, name and hash of the tenant.',
    },
  },
  {
    title: 'Playlists',
    rules: {
      'PLY-001': 'The list of playlists shows id, name and creation time.',
      'PLY-002': 'A playlist is edited under its id, or created under `new`.',
      'PLY-003': 'Back returns to the list.',
      'PLY-004': "An unknown playlist shows 'Playlist not found'.",
      'PLY-005': 'Playlists are marked alpha.',
      'PLY-006': 'A playlist has name, status, type, start date and items.',
      'PLY-007': 'The start date is UTC and shown for linear playlists (vod2live) alone.',
      'PLY-008': "A new playlist has a name of two random words and ' Playlist'.",
      'PLY-009': 'A playlist is of type vod or vod2live, by default vod.',
      'PLY-010': 'A new playlist is disabled.',
      'PLY-011': 'An item shows its source type, its time and its duration, and can be deleted.',
      'PLY-012':
        'An item has a source type, an address, a splice type and a duration, 600 s by default.',
      'PLY-013': 'Cue points are a table of id, splice time, longest duration and most ads.',
      'PLY-014': 'A new cue point is at 0 s, for one ad of at most 30 s.',
      'PLY-015': "A placeholder is filled by the query of the playlist's address.",
    },
  },
  {
    title: 'Dashboard and reports',
    rules: {
      'DASH-001': 'The dashboard shows the reports that the user has pinned.',
      'DASH-002': 'An item of the dashboard names a system and a report.',
      'DASH-003': 'An item whose report does not exist is hidden.',
      'DASH-004': 'Reports of channels and of assets stand apart.',
      'DASH-005': 'An empty dashboard says how reports are added.',
      'DASH-006': 'A card has a date picker, and campaign and timing selectors where they apply.',
      'DASH-007': "The timings are '24h', '30d' and 'last'.",
      'DASH-008': 'The pin adds a report to the dashboard or removes it.',
      'DASH-009': "A pin without chart, system or timing fails: 'chart, system, timing needed'.",
      'REP-001':
        "The reports of all systems that depend on channels stand under 'Channel reports'.",
      'REP-002': 'The CDN block appears when its figures do.',
      'REP-003': "The CDN card shows 'Ad Media CDN Egress' as 'Bandwidth in GB'.",
      'REP-004': 'A GB is 1e9 bytes, shown with two decimals.',
      'REP-005': "'Asset reports' come after the CDN block.",
      'REP-006': 'A card has a title, an export and a pin.',
      'REP-007': 'A card has a help popover where the report has help texts.',
      'REP-008': 'Of hours, days and weeks only days can be chosen.',
      'REP-009': 'A card can have a campaign selector.',
      'REP-010': 'A card can have view options.',
      'REP-011': 'A chart is 360 px high.',
      'REP-012': 'A card shows one of loading, error, no data and chart.',
      'REP-013': "Loading shows 'Loading...'.",
      'REP-014': 'A result with a code shows its message in red.',
      'REP-015': "No data shows 'No data. Try changing your filters.'",
      'REP-016': "An unknown chart type shows 'Data cannot be displayed. Unsupported chartType'.",
      'REP-017': "No campaigns shows 'No active campaigns yet.'",
      'REP-018': 'A chosen campaign that the result lacks is marked and named.',
      'REP-019': 'Another interval, campaign or view is saved and fetches the report again.',
      'REP-020':
        'The instances of a report are fetched one after the other, each with parameters of the one before.',
      'REP-021': 'A report says whether it depends on channels and which selectors it has.',
      'REP-022': 'Interval and period can be changed where both dates can.',
      'REP-023':
        'The chart types are Map, Table, Text, SSAIMainKPI, AreaAndLine, MultiLine, CampaignArea and HorizontalBars.',
      'REP-024': 'The map can show its figures as a table.',
      'REP-025': 'The map zooms from 1 to 100.',
      'REP-026': 'A line chart shows at most five channels, each in its colour.',
      'REP-027': 'Horizontal bars show the ten greatest values, greatest first.',
      'REP-028': "A campaign's chart shows the ratio as a percentage.",
      'REP-029': "The main figures need four values with labels, else '...' is shown.",
      'REP-030': 'Figures have dots between thousands.',
      'REP-031': 'Dates are D/M/YY, and D/M HH:mm for points less than a day apart.',
      'REP-032': "Charts follow the window's size 1 s after its last change.",
    },
  },
  {
    title: 'Periods and channel selection',
    rules: {
      'PER-001': 'The period button shows both ranges as D/M/YY - D/M/YY.',
      'PER-002': 'The popup has three months and arrows.',
      'PER-003': 'The popup has a main and a compared period, each with a type and two dates.',
      'PER-004': 'The comparison can be switched off.',
      'PER-005': 'The popup has Cancel and Apply.',
      'PER-006': 'The popup is 228.5, 457, 673 or 1129 px wide, as the window allows.',
      'PER-007':
        'Main periods are Today, Last day, Last 7 days, Last week, Last month and User defined.',
      'PER-008': "'Right now' and 'Last 24h' are understood when they are stored.",
      'PER-009':
        'Compared periods are Previous period, Previous month, Previous year and User defined.',
      'PER-010':
        'Last day is yesterday, Last 7 days end yesterday, Last month is the whole month before.',
      'PER-011': 'Last week is the seven days before this week.',
      'PER-012': 'Previous period is as long as the main one and ends where that begins.',
      'PER-013': 'Previous period of Last month is the whole month before that.',
      'PER-014': 'Previous month and year shift the main period.',
      'PER-015': 'A click on a day makes the period User defined.',
      'PER-016': 'Clicks fill main start, main end, compared start and compared end in turn.',
      'PER-017': 'Start and end never stand the wrong way round.',
      'PER-018': 'The switch of the comparison changes the second period.',
      'PER-019': 'The popup stays open when saving fails.',
      'PER-020': 'Cancel brings the saved periods back.',
      'PER-021': 'The popup shows the error of the save.',
      'PER-022': 'By default Last week is compared with the period before.',
      'CHS-001': 'The button of the channel selector says how many channels are chosen.',
      'CHS-002': 'The popup has a search, a list to tick, an error line, Cancel and Apply.',
      'CHS-003': 'The popup is 364 to 634 px wide.',
      'CHS-004': "Every word of a search has to be in the channel's name.",
      'CHS-005': "A search that is a channel's id finds it.",
      'CHS-006': 'Ticking adds ids, unticking removes them; anything but a list of ids is ignored.',
      'CHS-007': "'Cancel selection' empties the selection.",
      'CHS-008': 'The popup stays open when saving fails.',
      'CHS-009': 'Cancel brings the saved selection back.',
      'CHS-010': 'The popup shows the error of the save.',
      'CHS-011': 'The list has all channels of the tenant.',
      'EXP-001': 'A report is exported to a spreadsheet in the browser.',
      'EXP-002': 'The file is named by report, interval and time.',
      'EXP-003': 'The sheet begins with date, tenant, range and report.',
      'EXP-004': "Each instance of a report has a sheet 'Period N'.",
      'EXP-005': "The rows come from the report's own sheets.",
    },
  },
];
