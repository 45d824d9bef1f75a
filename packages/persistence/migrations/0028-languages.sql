-- The language in which the platform writes to a person (ADR 0052): the person's own in every company, else that of the
-- company. It leaves app_metadata, where each company of a person had one.

-- null: as the company. A request may set it: the service lets the person alone do so (SEC-S42).
alter table users add column language text check (language in ('en', 'de'));
grant select (language), update (language) on users to interlude_app;

alter table tenants add column language text not null default 'en' check (language in ('en', 'de'));

-- English was stored by every save of a profile, German by choice alone.
update users set language = chosen.language
from (
  select user_id, min(app_metadata ->> 'language') as language from memberships
  where app_metadata ->> 'language' in ('en', 'de') group by user_id
) as chosen
where chosen.user_id = users.id;
update memberships set app_metadata = app_metadata - 'language' where app_metadata ? 'language';
