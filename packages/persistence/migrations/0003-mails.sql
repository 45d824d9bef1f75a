-- The outbox. Without a mail server what is queued is the operator's mailbox.
create table mails (
  id text primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  last_error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3)
);
create index mails_due on mails (next_attempt_at) where state = 'queued';
create index mails_created on mails (created_at desc, id desc);
