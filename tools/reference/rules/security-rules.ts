/** Security rules: protected assets and the limits of attacks. */
import type { RuleArea } from './rule-area.ts';

export const securityRules: readonly RuleArea[] = [
  {
    title: 'Security',
    rules: {
      'SEC-S1':
        'No address that a user or an ad server gives leads to a private network, by whatever notation, redirect or DNS answer.',
      'SEC-S2': 'XML has limits of size, depth and attributes, and no DTD.',
      'SEC-S3': 'A pattern that an operator gives cannot run long.',
      'SEC-S4': 'No route shows or changes what belongs to another tenant, in any role.',
      'SEC-S5':
        'Tokens are verified with one algorithm, issuer and audience; a refresh token that is used twice revokes its family.',
      'SEC-S6': 'Sign-ins are limited and take as long for unknown users as for known ones.',
      'SEC-S7':
        'Uploads are checked by their bytes, named by the server, limited per tenant and scanned before use.',
      'SEC-S8': 'Webhooks are signed, repeated for a day and never follow a redirect.',
      'SEC-S9': 'Text of others is never run as a script.',
      'SEC-S10': 'Pages have a content security policy without inline scripts.',
      'SEC-S11': 'A cell of an export is text, whatever it begins with.',
      'SEC-S12': 'Slow, large and many requests are cut off while others are served.',
      'SEC-S13': "No secret, token or viewer's address is in a log, an answer or a dump.",
      'SEC-S14': 'Dependencies are locked, audited and of known licences.',
      'SEC-S15': 'Each applicable requirement of ASVS level 2 has a test or a reason.',
      'SEC-S16': 'Parsers are fuzzed: no crash, no hang, no growth of memory.',
      'SEC-S21':
        'Stored headers and credentials of a source go to its scheme, host and port and to those that the channel lists, in every reader of sources.',
      'SEC-S22':
        'A feed is named by a viewer who has shown a key or a token, never by a query, and lies on an origin of the channel.',
      'SEC-S23':
        'A stored secret is entered again when an address to which it goes changes; the contract names these addresses for each secret.',
      'SEC-S24':
        'Credentials in addresses are sealed, and masked for every role; an address that others read as it is written takes none.',
      'SEC-S25': 'The address of a source is shown to no viewer who gets no session.',
      'SEC-S26':
        'The id of a session, which plays it, reaches its viewer alone; ad servers, trackers, events, logs and files have a name that opens nothing.',
      'SEC-S27':
        'The cookie of a viewer token is good for its channel until its end, as a cookie alone.',
      'SEC-S28':
        'Files with data of viewers are readable by nobody but the account that runs the platform, and the beacon journal by nobody without its key.',
      'SEC-S29':
        'A refresh token, code or cookie of the identity store is not found in a dump of it.',
      'SEC-S30':
        'What viewers request has a bounded number of requests made, per session and company; failures are kept, and nothing is decided for who never plays.',
      'SEC-S31':
        'Decoders and encoders run with a closed environment, limits and, where the system allows it, without a network.',
      'SEC-S41':
        'A person becomes a member of a company only by accepting its mailed invitation, which replaces a password that nobody had proven.',
      'SEC-S42':
        'A profile is changed by its owner alone; a removal ends what belongs to the company and nothing that belongs to others.',
      'SEC-S43':
        'Names add no line to a mail, an address names one mailbox, each recipient gets a limited number of mails, and a request beyond the limit voids no link.',
      'SEC-S44': 'A new password ends every token that was issued before it.',
      'SEC-S45':
        'Registration, confirmation and password reset take as long for known addresses as for unknown ones.',
      'SEC-S46':
        'Text that cannot be stored, filters that a list does not know, patterns that the engine cannot use and addresses that are none are refused with a sentence, at every route alike.',
      'SEC-S47':
        'Wrong passwords of one account make strangers wait, longer each time, and never its user.',
      'SEC-S48':
        'Accounts are made by anybody only where the operator says so: REGISTRATION is open with the demo, else by invitation.',
      'SEC-S51':
        'Text that ad servers, sources and viewers send is bounded at one door before it becomes a key of the figures.',
      'SEC-S52':
        'A batch of events that the database refuses for good holds up no other one: the events at fault are set aside, the rest is counted, and a command counts them later.',
      'SEC-S53':
        'Events are lost only where a limit says so, and each is counted, logged, shown in readiness and notified.',
      'SEC-S54':
        'Spool and beacon journal of a process that is gone are adopted, whatever its host was called, and never those of one that lives.',
      'SEC-S55':
        'A manifest is measured before it is parsed, and refused beyond the budget of its company.',
      'SEC-S56':
        'What is kept of sources and assets stays within the memory of source, company and process; what was used least recently is dropped first.',
      'SEC-S57':
        'Reading long manifests takes a third of the processor at most, and companies do it in turns.',
      'SEC-S58': 'Thousands of markers in one playlist cost no more than its breaks do.',
      'SEC-S59':
        'A proxy of a channel connects to the addresses that the egress guard has checked, and to no other.',
      'SEC-S60':
        'A private address is reached by the companies that a SuperAdmin granted it, and by no other; no company shares connections with another.',
      'SEC-S61':
        'Sign-ins and sign-outs that strangers begin and do not finish store a bounded number of rows, per network and in all.',
      'SEC-S62':
        'Limits of sessions hold for resumed sessions, too, and limits by tier over all stitchers together.',
      'SEC-S63': 'What an upload has brought counts, whatever its sender announced.',
      'SEC-S64':
        'A file that would take too much memory or time is refused before it is decoded: pixels, reference frames, duration.',
      'SEC-S66':
        'The end of one role ends no other: the console goes on and names the role, which is started again after a wait that grows, within bounds.',
      'SEC-S67':
        'No process of the platform outlives its launcher, and each has only the secrets that it uses.',
      'SEC-S70':
        'Headers and credentials given to an audit go to the origin of its address alone, and a server leads it to no private network.',
      'SEC-S71':
        'A hostile server costs an audit a bounded amount; reports hold nothing of it that acts or is secret.',
      'SEC-S72':
        'Where the platform is root, decoders and encoders have another account, no capability, and no file of the platform but those that they are lent.',
      'SEC-S73':
        'The texts of a company in the figures are bounded in number: beyond it new ones are counted as one, and every sum stays exact.',
      'SEC-S81':
        'The record of breaks holds no address of a viewer, no User-Agent and no secret, and shows a company its own breaks alone.',
      'SEC-S82':
        'What the record of breaks keeps is bounded per answer, session, break, channel and process, whatever sources and ad servers send.',
      'SEC-S90':
        'A live channel has one monitor, and another one within 10 seconds when that is not heard of; one that has lost its lease writes nothing, and a company with many channels leaves room for others.',
      'SEC-S91':
        'A source or an output costs the monitor a bounded amount of memory, of processor time and of the database, whatever it answers and while the database is away.',
      'SEC-S86':
        'A company has as many channels as its plan allows: each enabled one is in the memory of every stitcher.',
      'SEC-S117':
        'A company has as many assets, medias, playlists and workflows as its plan allows.',
      'SEC-S92':
        'A session of the monitor is opened with a key that the platform signed; it counts in no figure and no limit of a company, and sends no beacon.',
      'SEC-S100':
        'The country of a viewer is looked up by the network of the address alone, of which nothing is kept.',
      'SEC-S102':
        'The key of a subscriber reads the concurrent streams of one company and nothing else, is stored as a hash and can be taken back.',
      'SEC-S110':
        'Addresses and signing secrets of subscriptions are sealed, masked, and entered again for another receiver.',
      'SEC-S111':
        'A receiver of notifications costs its own company a bounded amount, is asked for by its guard, and loses nothing by being away for a day.',
      'SEC-S112':
        'The link of a mail ends subscriptions to e-mail of its reader and does nothing else; opening it does nothing.',
      'SEC-S125':
        'No value in a mail becomes markup, a header, a further recipient or a line of its own; a mail that is read in the mailbox runs nothing and loads nothing.',
      'SEC-S113':
        'Every request that changes something leaves one entry in the audit log, in the transaction of the change, and nobody changes or removes it before its time.',
      'SEC-S114':
        'The audit log holds no secret, no address of a client and a bounded amount of each request; who and values are shown to Admins alone.',
      'SEC-S115':
        'Of an API key the SHA-256 is stored; it opens what its role, scopes, limit and company allow until it ends or is revoked, and makes nobody a member or a key.',
      'SEC-S116':
        'A POST with an Idempotency-Key is carried out once; its answer is kept sealed for a day, for its caller alone, and a bounded number of them.',
      'SEC-S118':
        'A login session is seen and ended by its person, and by an Admin as far as it was used for the company; its tokens end at once.',
      'SEC-S119':
        'Who has a second factor, or belongs to a company that requires one, gets no token without it; each code, challenge and recovery code is good once, attempts wait, changes are confirmed and mailed.',
      'SEC-S103':
        'Reports that are read at once are bounded per company and process, in a queue that is fair to companies.',
      'SEC-S104':
        'Wrong keys of concurrent streams are limited by the network of their sender; right ones are answered.',
      'SEC-S105':
        'A CSV of an ad server is bounded in bytes, rows, columns, cells and uploads; files of companies are compared by turns, three times at most.',
      'SEC-S123':
        'The archive of raw events holds each counted event exactly once, no address of a viewer and no user agent, and delays no figure.',
      'SEC-S124':
        'A question to the archive reads its files and does nothing else; of an erased company nothing is left, and nothing is counted any more.',
      'SEC-S106':
        'The link of a shared card shows that card and nothing else, until it ends, is revoked, or who shared it may no more; strangers cost a company a bounded amount.',
      'SEC-S128':
        'A scheduled mail of reports goes to members of its company alone, once, while they may read reports and want it; making it costs a bounded amount.',
      'SEC-S126':
        'What the monitor decodes at splices costs a bounded amount, stays in a child without rights, and is believed for no more than it may be.',
      'SEC-S127':
        'What players report of their playback is bounded in bytes, rate and effect, names no viewer, and changes no output, address or ad request.',
      'SEC-S120':
        'A company pays what was counted, once, to the account that the operator set; nobody makes another pay, or changes what is charged.',
      'SEC-S121':
        'A file of configuration holds no secret, names no variable that was not set for it, sends no stored secret elsewhere and costs a bounded amount; an export holds no secret.',
      'SEC-S122':
        'A backup has no secret in clear and its key only when asked, sealed; one that is damaged, changed or from elsewhere is refused before anything is touched; a restore is whole or nothing and brings back no session, token or lease.',
      'SEC-S93':
        'An evidence pack holds no secret and no value of a viewer, is given to members of its company alone, and is written and read within bounds.',
    },
  },
];
